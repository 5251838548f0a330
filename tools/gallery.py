"""Take the pictures of the documentation from a running server: make gallery.

    PYTHONPATH=tests python tools/gallery.py

They are a choice of those that `make shots` takes, as small WebP files in docs/pictures.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

from page import shots

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
CHOSEN = {
    "home-1440-light": "home-day",
    "istanbul-1440-light": "istanbul-day",
    "istanbul-1440-dark": "istanbul-night",
    "choose_write-1440-light": "choose_write-day",
    "basari-1440-light": "basari-day",
    "istanbul-360-light": "istanbul-phone",
    "basari-360-dark": "basari-phone",
}


def main() -> int:
    screens = sorted({name.partition("-")[0] for name in CHOSEN})
    with tempfile.TemporaryDirectory() as scratch:
        if failed := shots.main(Path(scratch), screens):
            return failed
        PICTURES.mkdir(exist_ok=True)
        for shot, picture in CHOSEN.items():
            image = Image.open(Path(scratch) / f"{shot}.png").convert("RGB")
            image.save(PICTURES / f"{picture}.webp", quality=82, method=6)
    return 0


if __name__ == "__main__":
    sys.exit(main())
