"""Messages: what the game says, as text from views, outcomes and scores.

Nothing here knows how wide a screen is, and no sentence names a card that the seat of its view
cannot see.
"""
