"""Helpers that several tests share; some also serve tools and benchmarks.

hidden        which cards each game hides, and copies of a game with hidden cards swapped
worlds        all worlds that are possible for a seat, with their probabilities, by enumeration
referee       a second implementation of the rules, which checks transcripts (`python -m tests.helpers.referee FILE...`)
selection     which cases of parametrized tests are slow
random_games  random games as states with their history
situations    hand-made positions, and short functions to play and check them
table_server  a real server on a free port, and a player who connects to it
page_driver   the page in a real browser, and a player who replays a known game there
guests        games of another package as text, in which tests change something
faulty_games  games of another package that fail in various ways
"""
