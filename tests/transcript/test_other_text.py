"""Text that is no chat is refused, though it has something before colons; talk of such things is not."""

from __future__ import annotations

import io

import pytest

from calledshot.errors import TranscriptError
from calledshot.transcript import open_transcript

OTHERS = {
    "a calendar": "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:Spar\nEND:VEVENT\nEND:VCALENDAR\n",
    "a list of addresses": "BEGIN:VCARD\nVERSION:3.0\nFN:Ann Reed\nTEL:123\nEND:VCARD\n" * 3,
    "a system's log": "Mar  5 20:00:01 barn sshd[123]: Accepted a key\nMar  5 20:00:02 barn cron: ran\n" * 4,
    "a program's log": "2011-03-05 20:00:00,123 INFO main: started\nTraceback (most recent call last):\n"
    '  File "x.py", line 3, in f\n    g()\nValueError: no\n' * 3,
    "a program": "int main(int argc) {\n    switch (argc) {\n    case 1: puts(\"one\"); break;\n"
    "    default: puts(\"many\");\n    }\n    return 0;\n}\n",
    "settings": "[main]\nname = x\ncolor: red\n[other]\npath: here\nsize = 4\n",
    "a table": "date\titem\tprice\n2011-03-05\tlamp\t4\n2011-03-06\trope\t5\n" * 5,
    "levels behind moments": "".join(
        f"2021-07-04 20:15:2{n} {level}\nstarted {n}\n" for n, level in enumerate(["INFO", "WARN"] * 4)
    ),
    "a list of accounts": "ann:x:1000:1000:Ann:/home/ann:/bin/sh\nben:x:1001:1001::/home/ben:/bin/sh\n" * 2,
    "days of changes": "Changes (2021-07-04 20:15)\n- fixed\n- more\nChanges (2021-07-05 20:15)\n- fixed\n",
    "a diary": "2021/07/04（日）\n06:15 起床 眠い\n07:16 電車 遅い\n2021/07/05（月）\n06:17 朝食 パン\n",
    "a tale": "The king was sad. He says:\n“I am sad.”\nThe queen says:\n“So am I.”\nAnd so it was "
    "and the people lived and the land was good for ever.\nThey had bread.\nEnd.\n",
    "a list of changes to a program": "commit 1234567890abcdef\nAuthor: Ann <a@b>\n\n    Mend it\n" * 5,
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
def test_text_that_is_no_chat(what: str) -> None:
    with pytest.raises(TranscriptError, match=r"no chat log; nearest|no known chat format"):
        list(open_transcript(io.BytesIO(OTHERS[what].encode()), name="file"))


@pytest.mark.parametrize(
    "talk",
    [
        "Ann: INFO: it is open\nBen: [x] = y;\nAnn: commit 1234567\nBen: Author: me\nAnn: { }\nBen: ok;\n",
        'Ann: "{"\nBen: }\nAnn: size = 4\nBen: # no\nAnn: ## yes\nBen: ```\n',
        "Ann:hi\nBen:yo\nAnn:so\nBen:go\n",
        "    Ann: hi\n    Ben: yo\n    Ann: so\n    Ben: go\n",
        "ANN: HI\nBEN: YO\nANN: SO\nBEN: GO\n",
    ],
)
def test_talk_of_such_things_is_talk(talk: str) -> None:
    events = list(open_transcript(io.BytesIO(talk.encode()), name="log").events())
    assert [event.speaker for event in events if event.speaker] == [
        line.partition(":")[0].strip() for line in talk.splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "Mill bread\n\nTake flour and salt.\nLet it stand overnight.\n\nIngredients: flour, salt\n",
            "3 lines do not read as any text with names before the words, 1 message does;",
        ),
        ('{"a": [1, 2, 3]}\n', "give the saved chat log, or name its format"),  # and not: try --format script
    ],
)
def test_a_page_of_no_chat_is_refused_and_no_script(text: str, says: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        list(open_transcript(io.BytesIO(text.encode()), name="page.txt"))
    assert says in str(caught.value) and "script" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "Metadata-Version: 2.4\nName: mill\nVersion: 0.5\nLicense: none\nRequires-Dist: corn\n",
        "Notes on the mill\n=================\n\nSome of it works.\n\nThe rest\n--------\n\nIt does not.\n",
        "Try it.\n\n>>> from mill import grind\n>>> grind()\n>>> grind(2)\n\nThen again.\n",
        "".join(f"grinder> ground {sacks} sacks\n" for sacks in range(30)),
    ],
)
def test_records_rules_prompts_and_one_voice_alone_are_no_chat(text: str) -> None:
    with pytest.raises(TranscriptError):
        list(open_transcript(io.BytesIO(text.encode()), name="file.txt"))
