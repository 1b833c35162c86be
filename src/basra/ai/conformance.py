"""The contract of a bot, as a check to run on it."""

from __future__ import annotations

import pickle

from basra.ai.bot import Bot
from basra.engine.rules import PRESETS, Rules
from basra.engine.shuffles import shuffled, stream
from basra.engine.state import Round


def check_bot(bot: Bot, *, rounds: int = 5, rules: Rules | None = None) -> None:
    """Assert that *bot* plays legally, repeatably and without peeking.

    Plays *rounds* rounds against itself under each preset, or under *rules*.  At every turn the
    play must be legal, the same again for the same stream, and the same when the cards that the
    bot cannot see lie elsewhere.
    """
    for preset in PRESETS.values() if rules is None else (rules,):
        for number in range(rounds):
            state = Round.deal(shuffled(stream(number, "conformance")), rules=preset)
            while not state.is_over:
                view = state.view(state.turn)
                name = len(state.history)
                play = bot.choose(view, stream(number, "bot", name))
                where = f"{bot.name} at {view}"
                assert play in view.legal_plays(), f"{where} plays {play}, which is not legal"
                again = bot.choose(view, stream(number, "bot", name))
                assert play == again, f"{where} plays {play}, then {again}"
                twin = view.imagine(stream(number, "twin", name)).view(view.seat)
                assert pickle.dumps(twin) == pickle.dumps(view), f"{where} can tell worlds apart"
                peeked = bot.choose(twin, stream(number, "bot", name))
                assert play == peeked, f"{where} plays {play}, but {peeked} in another world"
                state = state.play(play)
