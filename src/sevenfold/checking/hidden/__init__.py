"""What seats cannot know: other games and positions that look the same to a seat, and how what it sees differs all the same."""
