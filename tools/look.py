"""Take a picture of an address: look.py URL FILE [WIDTH [HEIGHT [light|dark]]]."""

from __future__ import annotations

import shutil
import sys

from playwright.sync_api import sync_playwright


def main() -> int:
    url, target, *rest = sys.argv[1:]
    width = int(rest[0]) if rest else 1440
    height = int(rest[1]) if len(rest) > 1 else 900
    theme = rest[2] if len(rest) > 2 else "light"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
        )
        page.on("console", lambda told: told.type == "error" and print("console:", told.text))
        page.on("pageerror", lambda error: print("error:", error))
        page.goto(url)
        page.wait_for_timeout(1200)
        page.screenshot(path=target)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
