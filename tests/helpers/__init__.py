"""What several tests share, and the tools and benchmarks that drive the page.

hidden        what each game hides, and twins of a game in which the hidden cards were swapped
worlds        the worlds that a seat must think possible, and how likely each is, found by enumeration
referee       a referee of transcripts who has only the rulebook (a package; `python -m tests.helpers.referee FILE...`)
selection     which cases of parametrized tests are slow
random_games  random games as states with their history
situations    hand-made situations, and what a test asks of them in short
table_server  a real server on a free port, and a player who connects to it
page_driver   the page in a real browser, and a player who follows a known game there
faulty_games  games of another package that are at fault
"""
