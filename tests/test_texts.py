"""The sentences of every game: complete, alike in all languages, and well formed."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import bedesten
from bedesten import Event, Game, Match
from bedesten.kernel.event import NUMBER, SEAT, Amounts, EventKind, Field
from bedesten.kernel.text import LANGUAGES, Catalogue, rows

TABLES = (
    "names",
    "words",
    "questions",
    "choices",
    "events",
    "reasons",
    "notes",
    "rules",
    "rulings",
    "summary",
)
FORMATTED = ("words", "choices", "events", "reasons", "notes")
SEATS = ("Ada", "Ben", "Cleo", "Dan", "Eve")
CLAUSE = re.compile(r"\b[A-Z]{2,3}-\d+\.\d+\b")

CLAUSES_BY_CHAPTER = {
    "basari": (5, 2, 9, 9, 6, 1, 2, 1),
    "choose_write": (9, 7, 3, 9, 14, 7, 3, 7, 1),
    "istanbul": (5, 11, 7, 3, 15, 4, 12, 5, 4, 3, 1),
}

every_game = pytest.mark.parametrize("name", bedesten.games())
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_translation = pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if language != "en"]
)


def tables_of(texts: Catalogue) -> dict[str, Mapping[str, str]]:
    return {table: getattr(texts, table) for table in TABLES}


def entries(texts: Catalogue) -> Iterator[tuple[str, str, str]]:
    for table, sentences in tables_of(texts).items():
        for key, sentence in sentences.items():
            yield table, key, sentence


ODD_NAMES = ["{n}|geht", "Ada.", "goes to", "· Bo ·", "<b>"]
CASES = ("to",)
UNTOLD = {
    ("istanbul", "took_assistant"): {"place"},
    ("istanbul", "left_assistant"): {"place"},
    ("istanbul", "rolled"): {"place"},
    ("istanbul", "bent_dice"): {"place"},
    ("istanbul", "got_ruby"): {"source"},
    ("istanbul", "got_tile"): {"mosque"},
    ("choose_write", "crossed_symbol"): {"place"},
}
"""What a sentence leaves out because the one before it says so."""


def placeholders(sentence: str) -> set[str]:
    """The fields that a sentence uses; one that only chooses a form counts too."""
    found: set[str] = set()
    for _, field, spec, _ in Formatter().parse(sentence):
        if field is None:
            continue
        found.add(field)
        if spec and "|" in spec:
            found |= placeholders(spec)
        elif spec and spec not in CASES:
            found.add(spec)
    return found


def samples(meaning: Field) -> list[Any]:
    """Values that a field may have."""
    if isinstance(meaning, Amounts):
        return [dict.fromkeys(meaning.kinds, n) for n in (0, 1, 2)]
    if meaning == NUMBER:
        return [0, 1, 2, 5]
    if meaning == SEAT:
        return [0, 1]
    return list(meaning)


def sample_events(kind: EventKind) -> Iterator[Event]:
    """Events of a kind in which every field takes each of its sample values."""
    columns = {field: samples(meaning) for field, meaning in kind.fields.items()}
    for n in range(max(map(len, columns.values()), default=1)):
        values = {field: column[n % len(column)] for field, column in columns.items()}
        yield Event(kind.name, kind.clause, 0, values, -1)


def told(name: str, language: str, event: str, **values: Any) -> str:
    """The sentence for an event of Ada's."""
    game = bedesten.game(name)
    kind = next(kind for kind in game.events if kind.name == event)
    return game.text(language).tell(Event(event, kind.clause, 0, values, -1), kind, SEATS)


def assert_well_formed(sentence: str) -> None:
    assert sentence
    assert sentence == sentence.strip()
    assert not re.search(r"[{}|]|  |\bNone\b", sentence), sentence


# -- the files ----------------------------------------------------------------


@every_game
@every_language
def test_a_catalogue_has_no_table_that_nobody_reads(name: str, language: str) -> None:
    package = type(bedesten.game(name)).__module__
    text = files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8")
    found = {
        "components",
        "phrases",
        "reasons",
        "notes",
        "rulings",
        "summary",
        *tomllib.loads(text),
    }
    assert sorted(found) == sorted(("about", "components", "phrases", *TABLES))


@every_game
@every_language
def test_a_list_of_games_has_something_to_say(name: str, language: str) -> None:
    game = bedesten.game(name)
    about = game.about(language)
    assert_well_formed(about.title)
    assert_well_formed(about.blurb)
    assert about.blurb.endswith(".")
    assert about.minutes == game.about("en").minutes > 0
    assert language == "en" or about.blurb != game.about("en").blurb


@every_game
@every_translation
def test_languages_have_the_same_keys(name: str, language: str) -> None:
    game = bedesten.game(name)
    english, other = tables_of(game.text("en")), tables_of(game.text(language))
    for table in TABLES:
        assert list(other[table]) == list(english[table]), table


@every_game
@every_translation
def test_languages_use_the_same_placeholders(name: str, language: str) -> None:
    game = bedesten.game(name)
    english = tables_of(game.text("en"))
    for table, key, sentence in entries(game.text(language)):
        assert placeholders(sentence) == placeholders(english[table][key]), f"{table}: {key}"


@every_game
@every_translation
def test_sentences_are_translated(name: str, language: str) -> None:
    game = bedesten.game(name)
    english = tables_of(game.text("en"))
    for table, key, sentence in entries(game.text(language)):
        says_something = re.search(r"[^\W\d_]", re.sub(r"\{.*?\}", "", sentence))
        if table in ("questions", "choices", "events", "reasons", "rules") and says_something:
            assert sentence != english[table][key], f"{table}: {key}"


@every_game
@every_language
def test_no_entry_is_empty_or_untidy(name: str, language: str) -> None:
    for table, key, sentence in entries(bedesten.game(name).text(language)):
        assert sentence.strip(), f"{table}: {key}"
        assert sentence == sentence.strip(), f"{table}: {key}"
        assert "  " not in sentence, f"{table}: {key}"


@every_game
@every_language
def test_what_is_not_formatted_has_no_placeholder(name: str, language: str) -> None:
    for table, key, sentence in entries(bedesten.game(name).text(language)):
        if table not in FORMATTED:
            assert not placeholders(sentence), f"{table}: {key}"


@every_game
def test_french_is_typeset_as_french(name: str) -> None:
    for table, key, sentence in entries(bedesten.game(name).text("fr")):
        plain = re.sub(r"\{.*?\}", "0", sentence)
        assert not re.search(r"(?<![\u00a0\u202f])[;!?»]|(?<![\u00a0\u202f]):(?!\w)", plain), (
            f"{table}: {key}"
        )
        assert not re.search("«(?![\u00a0\u202f])|['\"“”]", plain), f"{table}: {key}"


AROUND = sorted(Path(str(files("bedesten"))).glob("[!g]*/**/text/fr.toml"))


@pytest.mark.parametrize("path", AROUND, ids=lambda path: path.parts[-3])
def test_french_around_the_games_breaks_no_line_before_a_mark(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        assert not re.search(r"(?<=\S) [;!?»%]|(?<=\S) :( |\"|$)|« ", line), line


@every_game
def test_german_is_typeset_as_german(name: str) -> None:
    for table, key, sentence in entries(bedesten.game(name).text("de")):
        assert not re.search(r"['\"”«»]| [:;!?]", sentence), f"{table}: {key}"
        assert sentence.count("„") == sentence.count("“"), f"{table}: {key}"


ONE_WORD = {
    r"Livre|livre(?! des)|[Bb]rouette|la poste\b": "lire, charrette, bureau de poste",
    r"\b[Ff]eilsch|\bGebote?\b|\bKarrens?\b": "handeln, Angebot, Handkarren",
    r"roll lacks|ce qui manque (au|pour)|was bis zur": "6 minus the roll",
}
"""What was called by two names, with the one that the rulebooks use."""

SPOKEN = [
    *Path(str(files("bedesten"))).glob("**/text/*.toml"),
    *Path(__file__).parents[1].glob("web/src/**/text.ts"),
]


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: "/".join(path.parts[-3:]))
def test_one_thing_has_one_name(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        for old, name in ONE_WORD.items():
            assert not re.search(old, line), f"{name}: {line}"


# -- steps and words ----------------------------------------------------------


@every_game
@every_language
def test_every_step_has_a_question(name: str, language: str) -> None:
    game = bedesten.game(name)
    assert sorted(game.text(language).questions) == sorted(game.steps)


@every_game
@every_language
def test_every_word_has_text(name: str, language: str) -> None:
    game = bedesten.game(name)
    texts = game.text(language)
    for word in game.vocabulary:
        assert_well_formed(texts.word(word))


@every_game
@every_language
def test_different_words_of_a_family_read_differently(name: str, language: str) -> None:
    game = bedesten.game(name)
    texts = game.text(language)
    read = Counter((word.partition(":")[0], texts.word(word)) for word in game.vocabulary)
    assert [reading for reading, n in read.items() if n > 1] == []


@every_game
def test_every_choice_belongs_to_a_step_and_a_word(name: str) -> None:
    game = bedesten.game(name)
    known = {*game.vocabulary, *(word.partition(":")[0] for word in game.vocabulary)}
    for key in game.text("en").choices:
        step, _, word = key.rpartition(".")
        assert not step or step in game.steps, key
        assert word in known, key


@every_game
@every_language
def test_every_choice_has_text(name: str, language: str) -> None:
    game = bedesten.game(name)
    texts = game.text(language)
    for step in game.steps:
        for word in game.vocabulary:
            assert_well_formed(texts.choice(step, word))


# -- events -------------------------------------------------------------------


@every_game
@every_language
def test_every_kind_of_event_has_a_sentence(name: str, language: str) -> None:
    game = bedesten.game(name)
    texts = game.text(language)
    assert list(texts.events) == [kind.name for kind in game.events]
    for kind in game.events:
        for event in sample_events(kind):
            assert_well_formed(texts.tell(event, kind, SEATS))


@every_game
def test_sentences_use_fields_of_their_event(name: str) -> None:
    game = bedesten.game(name)
    for kind in game.events:
        used = placeholders(game.text("en").events[kind.name])
        told = {"amounts"} if kind.adds_up else set(kind.fields)
        assert used <= {"seat"} | told, kind.name
        untold = told - used - UNTOLD.get((name, kind.name), set())
        assert not untold, f"{kind.name} does not tell all that happened"


@every_game
@every_language
def test_every_option_and_its_values_have_a_name(name: str, language: str) -> None:
    game = bedesten.game(name)
    named = {key for key in game.text(language).names if key.startswith("option.")}
    options = game.options["properties"]
    values = {
        f"option.{option}.{value}"
        for option, schema in options.items()
        for value in schema.get("enum", ())
        if isinstance(value, str)
    }
    assert named == {f"option.{option}" for option in options} | values


@every_game
@every_language
def test_every_enumerated_value_has_a_name(name: str, language: str) -> None:
    game = bedesten.game(name)
    names = game.text(language).names
    for kind in game.events:
        for field, meaning in kind.fields.items():
            if isinstance(meaning, Amounts):
                assert all(f"{field}.{value}" in names for value in meaning.kinds)
                assert {"and", "nothing"} <= set(names)
            elif isinstance(meaning, tuple):
                assert all(f"{field}.{value}" in names for value in meaning)


def told_in_pieces(match: Match, events: Sequence[Event], language: str) -> None:
    kinds = {kind.name: kind for kind in match.game.events}
    catalogue = match.text(language)
    for row in rows(events, kinds):
        told = catalogue.tell_row(row, kinds, match.names)
        text = "".join(piece.text for piece in told.pieces)
        seat = row[0].seat
        said = f"{match.names[seat]} {text}" if told.has_subject and seat is not None else text
        assert said == told.sentence.removesuffix("."), "the pieces are the sentence"
        if told.has_subject:
            assert text[0].islower() or not text[0].isalpha(), f"{text!r} cannot follow a dot"
        for piece in told.pieces:
            assert (
                piece.names.startswith("seat.") or not piece.names or piece.names in catalogue.names
            )


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_reads_well_without_repeating_names(name: str, seed: int) -> None:
    """In three languages; players may have any names, even a verb or what looks like a field."""
    game = bedesten.game(name)
    whim = random.Random(seed)
    seats = game.seats[1]
    match = bedesten.new(name, seats=seats, names=ODD_NAMES[:seats], chance="manual")
    for _ in range(20_000):
        if match.over:
            break
        actor = match.actors[0]
        events = match.play(actor, whim.choice(match.choices(actor)))
        for language in LANGUAGES:
            told_in_pieces(match, events, language)
    assert match.over


CAUSES = {
    "istanbul": {
        "got_lira": {"2.9", "5.3", "5.7", "5.8", "6.1", "7.2", "7.4"},
        "paid_lira": {"5.1", "5.12", "6.2", "6.3", "8.3", "8.4"},
        "got_good": {"5.2", "5.3", "5.6", "6.3", "7.1", "8.3"},
        "gave_good": {"5.8", "5.10", "5.11", "6.3"},
        "gave_card": {"5.4", "6.2"},
        "got_ruby": {"5.1", "5.10", "5.11", "5.12"},
        "played_card": {f"7.{n}" for n in range(1, 9)},
        "rolled": {"5.6", "5.7"},
        "fetched_assistant": {"5.5", "7.7"},
    },
    "choose_write": {
        "used_place": {f"5.{n}" for n in range(1, 13)},
        "paid_lira": {"4.6", "5.2"},
        "got_palace_ruby": {"5.12"},
        "ticked": {"4.5", "5.11", "6.4"},
        "ended": {"7.2"},
    },
    "basari": {
        "walked": {"3.1", "3.5"},
        "scored": {"3.5", "3.6", "5.2", "5.3"},
        "held_most": {"5.3"},
        "returned_gems": {"5.4"},
        "accepted": {"4.6"},
    },
}
"""The clauses that may have caused an event, where there are several or it is easily mistaken."""


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_every_event_opens_the_clause_of_its_cause(name: str, seed: int) -> None:
    """Forced and scoring events too."""
    game = bedesten.game(name)
    whim = random.Random(seed)
    match = bedesten.new(name, seats=game.seats[1], seed=seed)
    events = list(match.opening)
    for _ in range(20_000):
        if match.over:
            break
        actor = match.actors[0]
        events += match.play(actor, whim.choice(match.choices(actor)))
    assert match.over
    found: dict[str, set[str]] = {}
    for event in events:
        assert event.clause in game.rules
        found.setdefault(event.name, set()).add(event.clause.partition("-")[2])
    for kind, clauses in CAUSES[name].items():
        assert found.get(kind, set()) <= clauses, kind
    assert sum(len(found.get(kind, ())) > 1 for kind in CAUSES[name]) >= 2
    if name == "istanbul":
        sums = [event for event in events if event.name == "paid_lira" and event.values["n"] == 2]
        assert {event.clause for event in sums} >= {"IST-8.4"}


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_can_be_told(name: str, seed: int) -> None:
    """Also what no seat does: a sentence without a seat must not name one."""
    game = bedesten.game(name)
    kinds = {kind.name: kind for kind in game.events}
    whim = random.Random(seed)
    match = bedesten.new(name, seats=game.seats[seed % 2], chance="manual")
    seats = SEATS[: match.seats]
    for _ in range(20_000):
        if match.over:
            break
        actor = match.actors[0]
        question = match.question(actor)
        assert question is not None
        for text in question.text.values():
            assert_well_formed(text)
        for event in match.play(actor, whim.choice(match.choices(actor))):
            for language in LANGUAGES:
                sentence = game.text(language).tell(event, kinds[event.name], seats)
                assert_well_formed(sentence)
                if event.seat is None:
                    assert "{seat}" not in game.text(language).events[event.name]
    assert match.over


# -- rules --------------------------------------------------------------------


def clauses_cited(game: Game[Any, Any, Any]) -> set[str]:
    """The clauses that the source of a game names."""
    sources = [
        path.read_text(encoding="utf-8")
        for path in files(type(game).__module__).iterdir()
        if path.name.endswith(".py")
    ]
    return {clause for source in sources for clause in CLAUSE.findall(source)}


@every_game
def test_every_clause_has_text_in_all_languages(name: str) -> None:
    game = bedesten.game(name)
    rules = game.rules
    assert clauses_cited(game) <= set(rules)
    clauses = {clause for kind in game.events for clause in (kind.clause, *kind.clauses.values())}
    assert clauses - {""} <= set(rules)
    assert {game.clause_of(step) for step in game.steps} <= set(rules)
    for clause, texts in rules.items():
        assert CLAUSE.fullmatch(clause)
        assert set(texts) == set(LANGUAGES)
        assert all(texts.values()), clause


@every_game
def test_clauses_are_numbered_without_a_gap(name: str) -> None:
    numbers = [clause.partition("-")[2].split(".") for clause in bedesten.game(name).rules]
    chapters = Counter(int(chapter) for chapter, _ in numbers)
    assert list(chapters) == list(range(1, len(chapters) + 1))
    for chapter, n in chapters.items():
        inside = [int(b) for a, b in numbers if int(a) == chapter]
        assert inside[0] in (0, 1)  # a clause 0 holds for all the others of its chapter
        assert inside == list(range(inside[0], inside[0] + n))
    if name in CLAUSES_BY_CHAPTER:
        assert tuple(chapters.values()) == CLAUSES_BY_CHAPTER[name]


@every_game
@every_language
def test_rules_are_sentences(name: str, language: str) -> None:
    for clause, text in bedesten.game(name).text(language).rules.items():
        assert text.endswith("."), clause
        assert not re.search(r"\[[RID]\]|`", text), clause


@every_language
def test_the_ring_of_basari_is_said_to_be_reconstructed(language: str) -> None:
    said = bedesten.game("basari").text(language).rules["BAS-1.4"]
    assert {"en": "reconstructed", "de": "rekonstruiert", "fr": "reconstitués"}[language] in said


# -- singular and plural ------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "n", "sentence"),
    [
        ("en", 0, "Ada scores 0 points for the die and now has 12."),
        ("en", 1, "Ada scores 1 point for the die and now has 12."),
        ("en", 2, "Ada scores 2 points for the die and now has 12."),
        ("de", 0, "Ada bekommt 0 Punkte für den Würfel und hat jetzt 12."),
        ("de", 1, "Ada bekommt 1 Punkt für den Würfel und hat jetzt 12."),
        ("de", 2, "Ada bekommt 2 Punkte für den Würfel und hat jetzt 12."),
        ("fr", 0, "Ada marque 0 point pour le dé, ce qui fait 12 au total."),
        ("fr", 1, "Ada marque 1 point pour le dé, ce qui fait 12 au total."),
        ("fr", 2, "Ada marque 2 points pour le dé, ce qui fait 12 au total."),
    ],
)
def test_a_number_chooses_the_form_of_a_word(language: str, n: int, sentence: str) -> None:
    assert told("basari", language, "scored", points=n, score=12, source="die") == sentence


def test_a_form_may_hold_a_field_of_its_own() -> None:
    alone, shared = (told("basari", "en", "held_most", colour="red", seats=n) for n in (1, 2))
    assert alone == "Ada holds the ruby majority."
    assert shared == "Ada holds the ruby majority (shared by 2)."


@pytest.mark.parametrize(
    ("language", "n", "sentence"),
    [
        ("en", 0, "Ada takes 0 rubies from the bank."),
        ("en", 1, "Ada takes 1 ruby from the bank."),
        ("en", 2, "Ada takes 2 rubies from the bank."),
        ("de", 0, "Ada nimmt 0 Rubine aus dem Vorrat."),
        ("de", 1, "Ada nimmt 1 Rubin aus dem Vorrat."),
        ("de", 2, "Ada nimmt 2 Rubine aus dem Vorrat."),
    ],
)
def test_a_number_chooses_the_form_of_a_name(language: str, n: int, sentence: str) -> None:
    assert told("basari", language, "took_gems", colour="red", n=n) == sentence


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        (0, "Ada prend 0 émeraude dans la réserve."),
        (1, "Ada prend 1 émeraude dans la réserve."),
        (2, "Ada prend 2 émeraudes dans la réserve."),
    ],
)
def test_nought_is_singular_in_french(n: int, sentence: str) -> None:
    assert told("basari", "fr", "took_gems", colour="green", n=n) == sentence


def test_a_number_chooses_the_form_of_a_verb() -> None:
    assert told("basari", "de", "fell_short", colour="blue", n=1) == (
        "Im Vorrat fehlt 1 Saphir für Ada."
    )
    assert told("basari", "de", "fell_short", colour="blue", n=2) == (
        "Im Vorrat fehlen 2 Saphire für Ada."
    )


@pytest.mark.parametrize(
    ("language", "alone", "shared"),
    [
        ("en", "Ada holds the topaz majority.", "Ada holds the topaz majority (shared by 2)."),
        ("de", "Ada hat die Topas-Mehrheit.", "Ada hat die Topas-Mehrheit (geteilt durch 2)."),
        ("fr", "Ada a la majorité topaze.", "Ada a la majorité topaze (partagée à 2)."),
    ],
)
def test_a_form_may_be_empty(language: str, alone: str, shared: str) -> None:
    assert told("basari", language, "held_most", colour="yellow", seats=1) == alone
    assert told("basari", language, "held_most", colour="yellow", seats=2) == shared


@pytest.mark.parametrize(
    ("language", "nothing", "one", "several"),
    [
        ("en", "nothing", "1 ruby", "2 rubies, 1 topaz and 3 sapphires"),
        ("de", "nichts", "1 Rubin", "2 Rubine, 1 Topas und 3 Saphire"),
        ("fr", "rien", "1 rubis", "2 rubis, 1 topaze et 3 saphirs"),
    ],
)
def test_amounts_are_listed(language: str, nothing: str, one: str, several: str) -> None:
    amounts = bedesten.game("basari").text(language).amounts
    gems = {"red": 0, "yellow": 0, "green": 0, "blue": 0}
    assert amounts("gems", gems) == nothing
    assert amounts("gems", gems | {"red": 1}) == one
    assert amounts("gems", gems | {"red": 2, "yellow": 1, "blue": 3}) == several


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Open with a ruby"), ("de", "Eröffnen mit 1 Rubin")]
)
def test_a_choice_names_its_word(language: str, text: str) -> None:
    assert bedesten.game("basari").text(language).choice("open_offer", "gem:red") == text


@every_game
def test_another_language_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no language 'it'; there are en, de, fr"):
        bedesten.game(name).text("it")
