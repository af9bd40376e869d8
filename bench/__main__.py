"""Run all benchmarks, one after the other: `make bench`."""

from bench import awards, build, elo, matchpoints, rankings, score

for benchmark in (build, matchpoints, rankings, score, elo, awards):
    print(f"\n{(benchmark.__doc__ or '').splitlines()[0]}")
    benchmark.main()
