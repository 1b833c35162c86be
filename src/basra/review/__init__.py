"""The review of a match: what every play was worth, given what its player could know.

Each play is graded from the view of the seat that made it, in worker processes.
"""

from __future__ import annotations

from basra.review.review import Par, PlayReview, Review, ReviewItem
from basra.review.runner import Step, review, steps
from basra.review.task import state_before

__all__ = ["Par", "PlayReview", "Review", "ReviewItem", "Step", "review", "state_before", "steps"]
