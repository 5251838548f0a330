"""The solo campaign on disk."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bedesten.cli.files import data_home, replace_file
from bedesten.cli.usage_error import UsageError
from bedesten.tables.campaign import Campaign


def usual_path() -> Path:
    return data_home() / "solo-campaign.json"


def read_campaign(path: Path) -> Campaign:
    """The campaign in a file; a file that is not there yet is an empty one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Campaign)
    except FileNotFoundError:
        return Campaign()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path} is damaged or no solo campaign ({error}); "
            "repair it, move it away, or name another with --campaign"
        ) from None


def write_campaign(path: Path, campaign: Campaign) -> None:
    """Write the campaign; a crash leaves either the old file or the new one."""
    text = msgspec.json.format(msgspec.json.encode(campaign), indent=1) + b"\n"
    replace_file(path, text, "--campaign")
