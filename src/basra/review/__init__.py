"""Looking back on a match: what every play was worth, on what its player could know.

Law of this package: it judges each play from the view of the seat that made it, in processes of
their own, and knows no screen, no file and no clock.
"""

from __future__ import annotations

from basra.review.review import Finding, Judged, Par, Review
from basra.review.runner import Step, review, steps
from basra.review.task import state_before

__all__ = ["Finding", "Judged", "Par", "Review", "Step", "review", "state_before", "steps"]
