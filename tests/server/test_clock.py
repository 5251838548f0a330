"""The server's own time: it follows the system's clock and never jumps."""

from __future__ import annotations

from bedesten.server.clock import SLEW, SteadyClock


class Hands:
    """Two clocks that are set by hand."""

    def __init__(self) -> None:
        self.wall = 1_000_000.0
        self.steady = 50.0
        self.clock = SteadyClock(lambda: self.wall, lambda: self.steady)

    def wait(self, seconds: float) -> float:
        self.wall += seconds
        self.steady += seconds
        return self.clock.now()


def test_without_jumps_it_is_the_time_of_day() -> None:
    hands = Hands()
    for _ in range(100):
        assert abs(hands.wait(0.7) - hands.wall) < 1e-6


def test_a_jump_is_made_up_slowly_and_time_never_goes_back() -> None:
    for jump in (3_600.0, -3_600.0, 5.0, -5.0):
        hands = Hands()
        before = hands.wait(1)
        hands.wall += jump
        assert hands.clock.now() - before < 1e-6
        after = hands.wait(10)
        assert abs(after - (before + 10)) <= 10 * SLEW + 1e-6
        last = after
        for _ in range(1_000):
            now = hands.wait(50)
            assert 0 < now - last < 100
            last = now
        assert abs(last - hands.wall) < 1e-6
