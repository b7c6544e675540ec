"""One game being played by people, wherever: its log with undo and redo. Knows no network, no database and no screen."""
