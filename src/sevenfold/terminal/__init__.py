"""The table in a terminal: any game's view drawn with Rich, moves by number or in words. It treats all games alike."""
