"""All files of a landing folder together: each session in its season, and a finding for each contradiction.

`evenings` handles seasons, events and the choice of sessions that count; `people` finds the person of each id;
`findings` and `consequences` make findings. `transforms/checks` contains the checks and combines all steps.
"""
