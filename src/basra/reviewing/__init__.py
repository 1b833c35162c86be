"""Looking back on a match: what every play was worth, on what its player could know.

Law of this package: it judges each play from the view of the seat that made it, in processes of
their own, and knows no screen, no file and no clock.
"""

from __future__ import annotations

from basra.reviewing.pieces import state_before
from basra.reviewing.reviews import Finding, Judged, Par, Review
from basra.reviewing.work import Step, review, steps

__all__ = ["Finding", "Judged", "Par", "Review", "Step", "review", "state_before", "steps"]
