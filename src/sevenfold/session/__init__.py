"""One game being played by people: its log with undo and redo, undo policy, hints, claims, reviews.

It knows no network, no database and no screen; the server and the terminal both use it.
"""
