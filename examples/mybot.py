"""A bot in thirty lines, for `bedesten play --seats "you,cmd:python examples/mybot.py"`.

It needs nothing of Bedesten: it reads questions and writes choices, one line of
JSON each. The protocol is in docs/engine.md.
"""

import json
import random
import sys


def choose(question):
    """Prefer what brings something now; pass only if there is nothing else."""
    choices = question["choices"]
    luck = random.Random(question["luck"])  # the same game for the same seed
    wanted = [word for word in choices if word != "pass"] or choices
    return luck.choice(wanted)


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer = {"hello": "mybot"}
    else:
        answer = {"choice": choose(message)}
    print(json.dumps(answer), flush=True)
