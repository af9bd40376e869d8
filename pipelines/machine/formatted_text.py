"""Formatted text (RTF), which TextEdit saves as plain text unless its settings are changed."""

MARK = b"{\\rtf"
WHAT_TO_DO = (
    "this is formatted text (RTF) under the name of plain text, so it is not read: open it in TextEdit, choose Format,"
    " Make Plain Text, and save it under the same name"
)
