"""Every benchmark, one after the other: `make bench`."""

from bench import awards, balance, build, elo, matchpoints, rankings, reading, score

for benchmark in (build, reading, matchpoints, rankings, score, elo, awards, balance):
    print(f"\n{(benchmark.__doc__ or '').splitlines()[0]}")
    benchmark.main()
