"""What people are told: changes and flights of cards, sentences, records that say all of a game."""
