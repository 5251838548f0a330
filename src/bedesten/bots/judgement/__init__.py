"""What positions are worth, one file a game."""
