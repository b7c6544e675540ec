"""What players may say in a game whose rules allow talk about the cards."""

from __future__ import annotations

from dataclasses import dataclass

from sevenfold.cards import Pack


@dataclass(frozen=True)
class Phrase:
    """A sentence. If it contains "{card}", the speaker chooses the card."""

    text: str

    @property
    def has_card(self) -> bool:
        """Whether the speaker chooses a card."""
        return "{card}" in self.text

    def said(self, pack: Pack, code: str = "") -> str:
        """The sentence with its card named. BadInput for a card that the pack does not have."""
        return self.text.replace("{card}", pack.the(pack.parse(code))) if self.has_card else self.text
