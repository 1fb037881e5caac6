"""Writes events as KakaoTalk's Android app exports them in Korean."""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.transcript.event import Event

kinds = frozenset({"say"})


def write(events: Sequence[Event]) -> str:
    """A heading, then one message an event; what it says may go on below."""
    made = "결투 카카오톡 대화\n저장한 날짜 : 2024-04-05 01:36:14\n\n"
    for event in events:
        at = event.at or ""
        hour = int(at[11:13])
        half = "오후" if hour >= 12 else "오전"
        day = f"{int(at[:4])}년 {int(at[5:7])}월 {int(at[8:10])}일"
        made += f"{day} {half} {(hour - 1) % 12 + 1}:{at[14:16]}, {event.speaker} : {event.text}\n"
    return made
