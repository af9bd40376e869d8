"""Published: what people were shown is remembered, compared with what it would now be, and never changed by a build.

What belongs here: what is published and how it is compared (`kinds.py`), its rows now (`shown.py`), the two transforms
that all kinds share (`recording.py`, `differences.py`), since when and from which file a correction stands
(`following.py`), the contents that files had (`file_history.py`), and all of these at the end of a build (`trail.py`).
"""
