"""What is said of a game, in words that need no picture.

Law of this package: pure text from views and plays, for whoever shows it.  Nothing here knows how
wide a screen is, and no sentence names a card that the seat of its view cannot see.
"""
