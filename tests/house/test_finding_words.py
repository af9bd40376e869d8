"""Every finding has a code of its own, and says how to mend what is wrong; there are few kinds."""

import ast
import re
from collections import defaultdict

from pipelines.tools.finding_messages import CODE, parsed, sentences, written_out
from transforms.checks import CHECKS

MOST_KINDS, MOST_FAMILIES = 200, 120
"""The codes that findings may have, and what stands before their dots."""
OF_SETTINGS = "settings."
BY_CODE = ("transforms/intake/consequences.py", "pipelines/words/shown_tables.py")
"""Modules that treat findings by their codes."""


def test_findings_are_few_kinds() -> None:
    """Variants of a sentence are an argument of its code."""
    codes = {sentence.code.partition("/")[0] for sentence in sentences()} | {one.code for one in CHECKS.values()}
    assert 100 < len(codes) <= MOST_KINDS
    assert len({code.partition(".")[0] for code in codes}) <= MOST_FAMILIES
    assert [code for code in codes if not re.fullmatch(r"[a-z_]+\.[a-z0-9_]+", code)] == []


def test_codes_by_which_findings_are_treated_exist() -> None:
    codes = {sentence.code for sentence in sentences()} | {one.code for one in CHECKS.values()}
    known = codes | {code.partition("/")[0] for code in codes}
    nodes = (node for place in BY_CODE for node in ast.walk(parsed()[place]))
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    written = {text for text in texts if CODE.fullmatch(text)}
    assert len(written) > len(BY_CODE)
    assert written - known == set()
    assert {text for text in texts if re.search(r"[a-z]\\\.", text)} == set(), "a pattern of codes is not looked up"


def test_a_code_is_one_sentence() -> None:
    texts = defaultdict[str, set[str]](set)
    for sentence in written_out():
        texts[sentence.code].add(sentence.text)
    several = {code for code, said in texts.items() if len(said) > 1}
    assert {code for code in several if not code.startswith(OF_SETTINGS)} == set()


def test_a_sentence_says_how_to_mend_what_is_wrong() -> None:
    of_files = (sentence for sentence in sentences() if not sentence.code.startswith(OF_SETTINGS))
    assert [(sentence.code, sentence.text) for sentence in of_files if ": " not in sentence.text] == []
