"""Formatted text (RTF), which TextEdit saves in place of plain text unless its settings are changed."""

MARK = b"{\\rtf"
WHAT_TO_DO = (
    "this is formatted text (RTF), although its name is that of plain text, so it is not read: open it in "
    "TextEdit, choose Format, Make Plain Text, and save it under the same name"
)
