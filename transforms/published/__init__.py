"""Remember what was published, and compare it with what would be published now; a build never changes it.

This folder has the kinds of published things and how they are compared (`kinds.py`), their rows now and as published
(`shown.py`), the differences (`differences.py`), the traces of builds and publications (`trail.py`), evenings that are
gone (`vanished.py`), and rules that changed (`rules.py`).
"""
