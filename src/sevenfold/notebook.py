"""HTML tables, as which notebooks show results of the library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LEFT = "style='text-align:left'"


def html_table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a caption and headed columns; all texts are escaped."""
    from html import escape  # slow to load

    head = "".join(f"<th {LEFT}>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td {LEFT}>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"
