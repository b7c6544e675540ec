"""My Game, a card game for Sevenfold."""
