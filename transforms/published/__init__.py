"""Published: what people were shown is remembered, compared with what it would now be, and never changed by a build.

What belongs here: what is published and how it is compared (`kinds.py`), its rows now and once published (`shown.py`),
what differs (`differences.py`), what builds and publications leave of it (`trail.py`), and evenings that are gone
(`vanished.py`).
"""
