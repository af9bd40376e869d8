from pipelines.readers import Reading


def unaccounted(data: bytes, reading: Reading) -> list[int]:
    return []
