"""Plays one game against bots over the network and prints what happens: `client.py URL GAME`."""

from __future__ import annotations

import http.cookiejar
import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


class Guest:
    """Somebody with a cookie."""

    def __init__(self, server: str) -> None:
        self.server = server.rstrip("/")
        self.jar = http.cookiejar.CookieJar()
        self.http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def call(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data)
        request.add_header("content-type", "application/json")
        return json.load(self.http.open(request))

    def socket(self, table: str) -> Any:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        address = f"ws{self.server.removeprefix('http')}/api/tables/{table}/socket?language=en"
        return connect(address, additional_headers={"cookie": cookies}, max_size=None)


def play(server: str, game: str) -> list[int]:
    guest = Guest(server)
    least = next(g["seats"][0] for g in guest.call("/api/games") if g["name"] == game)
    bots = [{"kind": "bot", "level": "random"}] * (least - 1)
    seats = [{"kind": "me"}, *bots]
    table = guest.call("/api/tables", {"game": game, "seats": seats, "pace": "instant"})
    with guest.socket(table["id"]) as socket:
        for text in socket:
            message = json.loads(text)
            if message["type"] == "moved":
                print(*(event["text"] for event in message["entry"]["events"]), sep="\n")
            if message["type"] not in ("snapshot", "moved"):
                continue
            if message["view"]["over"]:
                return list(message["view"]["scores"])
            for asked in message["asked"]:
                word = random.choice(asked["choices"])["word"]
                answer = {"type": "play", "seq": asked["seq"], "seat": asked["seat"]}
                socket.send(json.dumps(answer | {"words": [word]}))
    raise SystemExit("the server has gone away")


if __name__ == "__main__":
    print("scores:", *play(*sys.argv[1:]))
