"""Dice bots that no grammar describes: what they say is a roll where all its numbers fit together."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from calledshot.dice.dialects import faults
from calledshot.dice.ecosystems.commands import asked
from calledshot.dice.ecosystems.general import answer, general
from calledshot.dice.roll import Roll
from calledshot.transcript.bots import Bots
from calledshot.transcript.event import Event


def heard(command: str, line: str) -> Event:
    """What a bot's line is, after others have spoken and Wick has typed a command."""
    bots = Bots(["Dicer"])
    bots.heard(Event(kind="say", speaker="Torv", text="go on"))
    if command:
        bots.heard(Event(kind="say", speaker="Wick", text=command))
    return bots.heard(Event(kind="say", speaker="Dicer", text=line))


SAID = [
    # what Wick typed, what the bot says, roller, count, sides, faces, modifier, total
    ("", "Wick rolled 2d6 and got 3, 5 for a total of 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolls 2d6 and gets 8 [3,5]", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolled 3 dice with 6 sides: 2 4 6 (Total: 12)", "Wick", 3, 6, (2, 4, 6), 0, 12),
    ("", "Wick rolls a 6-sided die and gets 4", "Wick", 1, 6, (4,), 0, 4),
    ("", "rolls 1d20 for Wick: 14", "Wick", 1, 20, (14,), 0, 14),
    ("", "[Dice] Wick: 2d6+3 = 11 [3,5]", "Wick", 2, 6, (3, 5), 3, 11),
    ("", "Wick rolled 17 on 1d20", "Wick", 1, 20, (17,), 0, 17),
    ("", "Wick rolled a 17 on a d20!", "Wick", 1, 20, (17,), 0, 17),
    ("", "Wick rolls 1d20+5 and gets 17", "Wick", 1, 20, (), 5, 17),
    ("", "Wick has rolled 2d10: 4 + 9 = 13", "Wick", 2, 10, (4, 9), 0, 13),
    ("!roll 4d6", "(Wick) 4d6: 3, 5, 6, 1 = 15", "Wick", 4, 6, (3, 5, 6, 1), 0, 15),
    ("!roll 3d6", "Wick: 3d6 = 12 (4 + 3 + 5)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll 3d6", "Wick: 12 (3d6: 4 3 5)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Result of 3d6 for Wick: 4 + 3 + 5 = 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick rolled 3d6 (4 3 5): 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll 3d6", "Wick: 3d6: [4] [3] [5] = 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick's roll: 1d20+4 -> 17 (13)", "Wick", 1, 20, (13,), 4, 17),
    ("", "Wick rolls 1D20+3 to bar the gate and gets [9+3=12]", "Wick", 1, 20, (9,), 3, 12),
    ("", "Wick rolls 1D6 and gets [4]", "Wick", 1, 6, (4,), 0, 4),
    ("", "Wick rolls 2#3D6 and gets [3][16]", "Wick", 3, 6, (), 0, 3),
    ("", "---> Wick rolls 2#1d6+3 for luck and gets 4, 7 = 11", "Wick", 1, 6, (), 3, 4),
    ("", "Wick rolls 57 (1-100)", "Wick", 1, 100, (57,), 0, 57),
    ("", "Wick rolled 57 (1-100)", "Wick", 1, 100, (57,), 0, 57),
    ("", "Wick rolled a 57 out of 100", "Wick", 1, 100, (57,), 0, 57),
    ("", "Random! Wick rolls a 57 (out of 100).", "Wick", 1, 100, (57,), 0, 57),
    ("", "Wick rolls 2d6 and gets 3 5.", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick würfelt 2d6: 3, 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick würfelt mit dem 2W6 und erhält: 8 [3, 5]", "Wick", 2, 6, (3, 5), 0, 8),
    ("!dice 3d6", "Wick: 12 (4, 3, 5)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!dice 3d6", "(Wick) 12 (4, 3, 5)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll d20", "Wick, you rolled a 17.", "Wick", 1, 20, (17,), 0, 17),
    ("!roll d20", "Wick rolled 17", "Wick", 1, 20, (17,), 0, 17),
    ("!roll 2d6+3", "Wick rolled 11.", "Wick", 2, 6, (), 3, 11),
    ("!roll 2d6+3", "Wick: 11", "Wick", 2, 6, (), 3, 11),
    ("!roll 3d6", "You rolled 3d6 for 12 [4, 3, 5]", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll 3d6", "Rolled 3d6: [4, 3, 5] = 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll 3d6+5", "Rolled 3d6+5: [4, 2, 6] + 5 = 17", "Wick", 3, 6, (4, 2, 6), 5, 17),
    ("!roll 2d6+3", "Rolling 2d6+3: [1, 6] +3 (total: 10)", "Wick", 2, 6, (1, 6), 3, 10),
    ("!roll 1d20+3", "Wick: 1d20+3: 14+3 = 17", "Wick", 1, 20, (14,), 3, 17),
    ("", "Wick rolled 1d20+3: 14+3 = 17", "Wick", 1, 20, (14,), 3, 17),
    ("(perception 1d20+3)", "perception 1d20: 14+3 = 17", "Wick", 1, 20, (14,), 3, 17),
    ("!roll 2d6", "Total: 8 Rolled: 3,5", "Wick", 2, 6, (3, 5), 0, 8),
    ("!1d10", "# 6\nDetails:[1d10 (6)]", "Wick", 1, 10, (6,), 0, 6),
    ("!roll 2d8+d6", "(2, 1) | (2) | Total: 5", "Wick", 2, 8, (2, 1), 2, 5),
    ("", "Wick rolls 1d20+2: [6] +2 = 8 — Perception", "Wick", 1, 20, (6,), 2, 8),
    ("", "Wick rolls 1d20+5 = 17 for the gate.", "Wick", 1, 20, (), 5, 17),
    ("", "Wick rolled 2d6 3 4 -> 7", "Wick", 2, 6, (3, 4), 0, 7),
    ("", "🎲 Wick rolled 2d6: **3** + **5** = **8**", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll 2d6", "🎲 Rolled 2d6: **3** + **5** = **8**", "Wick", 2, 6, (3, 5), 0, 8),
    ("/roll 2d6+3", "**Wick** rolls *2d6+3* = **11**\n- 2d6: 3 5", "Wick", 2, 6, (3, 5), 3, 11),
    ("/roll 2d6+3", "🎲 2d6+3 → [3, 5] + 3 = **11**", "Wick", 2, 6, (3, 5), 3, 11),
    ("!roll 2d6", "🎲 3 + 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll 1d20+5", "🎲 19", "Wick", 1, 20, (), 5, 19),
    ("", "Wick rolled 12 using 2d6+3 with rolls of 5,4. to hit", "Wick", 2, 6, (5, 4), 3, 12),
    ("", "Wick rolled 21 using 1d20+5. Perception.", "Wick", 1, 20, (), 5, 21),
    ("", "GAME: Wick rolls 2d6: 3 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "<OOC> Wick rolls 1d20+5: 14 + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "DICE: Wick rolls 3d6: 2, 4, 6 (12)", "Wick", 3, 6, (2, 4, 6), 0, 12),
    ("", "-> Wick rolled 1d100: 57", "Wick", 1, 100, (57,), 0, 57),
    ("", "[Dice] Wick rolls 1d20 and gets 14", "Wick", 1, 20, (14,), 0, 14),
    ("", "Wick rolls 3d6, resulting in: 2 5 6 for a total of 13.", "Wick", 3, 6, (2, 5, 6), 0, 13),
    ("", "ROLL> Wick rolls 5d10 vs difficulty 6: 2 5 7 8 9 (3 successes)",
     "Wick", 5, 10, (2, 5, 7, 8, 9), 0, 31),
    ("", "Wick rolls 2d6: 8 <3 5>", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick the Bold rolled 2d6: 3, 5 = 8", "Wick the Bold", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolls 2d6+1d4+2: [3, 5] + [2] + 2 = 12", "Wick", 2, 6, (3, 5), 4, 12),
    ("", "Wick rolled 4d6kh3: 6 5 3 1 = 14", "Wick", 3, 6, (6, 5, 3), 0, 14),
    ("", "Wick rolled 4d6 drop lowest: 6, 5, 3, 1 = 14", "Wick", 3, 6, (6, 5, 3), 0, 14),
    ("", "Wick rolled 3d6!: [6, 2, 4, 5] = 17", "Wick", 4, 6, (6, 2, 4, 5), 0, 17),
    ("", "Wick rolled 1d100: 00", "Wick", 1, 100, (100,), 0, 100),
    ("", "Wick rolled 4dF: + - 0 + = 1", "Wick", 4, 3, (1, -1, 0, 1), 0, 1),
    ("", "Wick rolls 4dF+2: [+ - 0 +] +2 = 3", "Wick", 4, 3, (1, -1, 0, 1), 2, 3),
    ("", "@Wick rolled **17** (1d20)", "Wick", 1, 20, (17,), 0, 17),
    ("", "@Wick rolled **8** (2d6: 3, 5)", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolls 2d6: *3*, *5*. Total: *8*", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick asked for 2d6 and rolled 3, 5", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "<b>Wick</b> rolls <i>to hit</i>: 1d20+5: [14]+5 = <b>19</b>", "Wick", 1, 20, (14,), 5, 19),
    ("!dice 3d6", "(Wick) 12 (3d6=4, 3, 5)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!dice 3d6 luck", "Wick: luck: 12 (3d6=4, 3, 5)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!dice 2d20-d5+4", "Wick: 24 (2d20-d5+4=14, 8, -2)", "Wick", 2, 20, (14, 8), 2, 24),
    ("!3d6", "Wick: 3d6: [4, 3, 5]  Total: 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!dice 2d6+3", "Wick: 2d6+3    =    11    =    3, 5", "Wick", 2, 6, (3, 5), 3, 11),
    ("!roll 2d6+3", "[Dice] Rolled 2d6+3 and got 3, 5 (total: 11)", "Wick", 2, 6, (3, 5), 3, 11),
    ("!roll 1d20", "Rolled 1d20 and got 14", "Wick", 1, 20, (14,), 0, 14),
    ("!roll 2d6+3", "Wick: [Roll] Rolled 2d6+3 and got 3, 5 (total: 11)", "Wick", 2, 6, (3, 5), 3, 11),
    ("/roll 2d6 +3", "**Wick** rolls *2d6 +3* = **11**\n- 2d6: 3 5\n- +3", "Wick", 2, 6, (3, 5), 3, 11),
    ("/r 2d6+3 luck", "Wick rolled luck:\n (3 + 5) + 3 =\n11", "Wick", 2, 6, (3, 5), 3, 11),
    ("/r 2d6+3", "Wick rolled:\n (3 + 5) + 3 =\n11", "Wick", 2, 6, (3, 5), 3, 11),
    ("/r 1d6", "1d6 ⇒ 1 [1]", "Wick", 1, 6, (1,), 0, 1),
    ("/r 2d20+10", "2d20+10 ⇒ 36", "Wick", 2, 20, (), 10, 36),
    ("", "_Wick rolled 2 6-sided dice:_  *11*  ( 3,  5 )  + 3", "Wick", 2, 6, (3, 5), 3, 11),
    ("", "_Wick rolled 2 6-sided dice:_  *8*  ( 3,  5 )", "Wick", 2, 6, (3, 5), 0, 8),
    (";roll d20", "@Wick Roll: [5] Result: 5", "Wick", 1, 20, (5,), 0, 5),
    (";roll 3d20", "@Wick Rolls: [20,1,13] Result: 34", "Wick", 3, 20, (20, 1, 13), 0, 34),
    (";roll d20 +4", "@Wick Roll: [13] Result: 17", "Wick", 1, 20, (13,), 4, 17),
    ("!roll 4d6+8-2d4", "4d6+8-2d4 ➔ 3, 5, 3, 2; 8; -2, -1 ➔ 18", "Wick", 4, 6, (3, 5, 3, 2), 5, 18),
    ("!roll d20", "@Wick, the result is **17** 🎲", "Wick", 1, 20, (17,), 0, 17),
    ("", "🎲Wick rolls a D20🎲\nIt landed on **17!**", "Wick", 1, 20, (17,), 0, 17),
    ("!rollv 2d6+3", "Wick rolled: [2d6: 3,5 (8)] 11", "Wick", 2, 6, (3, 5), 3, 11),
    ("", "OOC: Wick rolls 2d6, the result is 8.", "Wick", 2, 6, (), 0, 8),
    ("", "(OOC) Wick rolls 2d6+3 resulting in a roll of... 11!", "Wick", 2, 6, (), 3, 11),
    ("", "Wick rolls 2d6+3 for luck and scores 11", "Wick", 2, 6, (), 3, 11),
    ("!roll 2d6+0", "Wick: You rolled 2d6+0 and got 3 + 5 + 0 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolls 2d6:\n3 + 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll 2d6", "**Rolled 2d6:**\n`3`, `5`\n\n**Total:** 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll 2d6+3", "Rolled 2d6+3: (3 + 5) + 3 = 11", "Wick", 2, 6, (3, 5), 3, 11),
    ("", "Wick würfelt. Ergebnis: 57 (1-100)", "Wick", 1, 100, (57,), 0, 57),
    ("", "Wick rolls 2d6 : 3, 5", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolled 2d6: 3, 5 (total: 8)", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolled 2d6 and got 8", "Wick", 2, 6, (), 0, 8),
    ("", "Wick rolls the 2d6 and gets: 8 [ 3 5 ]", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolled 4d6kh3: 6, 5, 3 = 14 (dropped 1)", "Wick", 3, 6, (6, 5, 3), 0, 14),
    ("", "Wick rolled 4d6kh3: [6, 5, 3] = 14", "Wick", 3, 6, (6, 5, 3), 0, 14),
    ("", "Wick rolled 4d6dl1+2: 6 5 3 ~~1~~ + 2 = 16", "Wick", 3, 6, (6, 5, 3), 2, 16),
    ("", "Wick rolled 2d20kh1+5: [17, 4] + 5 = 22", "Wick", 1, 20, (17,), 5, 22),
    ("!roll 2d20kl1", "Wick: 2d20kl1 = 4 [17, 4]", "Wick", 1, 20, (4,), 0, 4),
    ("", "Wick rolled 1d%: 57", "Wick", 1, 100, (57,), 0, 57),
    ("", "Wick rolls d% (57)", "Wick", 1, 100, (57,), 0, 57),
    ("", "Wick rolls 3d6 vs 12: 2 4 5 = 11 (success)", "Wick", 3, 6, (2, 4, 5), 0, 11),
    ("", "Wick rolls 1d20+5 vs DC 15: 14 + 5 = 19 - success!", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolls 5d10>=7: [8, 4, 7, 10, 2] = 3 successes", "Wick", 5, 10, (8, 4, 7, 10, 2), 0, 31),
    ("", "Wick rolled 2d6 - 3 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolled 2d6 - 1 = 7 (3, 5)", "Wick", 2, 6, (3, 5), -1, 7),
    ("", "Wick rolled d20-2: 1", "Wick", 1, 20, (), -2, 1),
    ("", "Wick rolled d20-2: 1 - 2 = -1", "Wick", 1, 20, (1,), -2, -1),
    ("", "Wick rolled d20-5: -3", "Wick", 1, 20, (), -5, -3),
    ("", "Wick rolls 2d6+1d8: 3, 5 + 7 = 15", "Wick", 2, 6, (3, 5), 7, 15),
    ("", "Wick rolls 1d20+1d4+3 = (14) + (2) + 3 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolls 1d20 (14) + 1d4 (2) + 3 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick_ rolled 2d6: 3 5 = 8", "Wick_", 2, 6, (3, 5), 0, 8),
    ("", "[Wick] rolled 2d6: 3 5 = 8", "[Wick]", 2, 6, (3, 5), 0, 8),
    ("", "`Wick` rolled 2d6: 3 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick|afk rolled 2d6: 3 5 = 8", "Wick|afk", 2, 6, (3, 5), 0, 8),
    ("", "Wick77 rolled 1d20: 14", "Wick77", 1, 20, (14,), 0, 14),
    ("", "Torv rolled 2d6 for Wick: 3 5 = 8", "Torv", 2, 6, (3, 5), 0, 8),
    ("", "Rolling 1d20+5 for Wick: 14 + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Roll for Wick: 1d20+5 = 19 (14)", "Wick", 1, 20, (14,), 5, 19),
    ("", "1d20+5 rolled by Wick: 19", "Wick", 1, 20, (), 5, 19),
    ("!roll 1d20+5 to hit", "Attack: 1d20+5 = 19", "Wick", 1, 20, (), 5, 19),
    ("!roll 1d20+5", "Result: 1d20+5 [14] = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+3 to help Torv: 14+3 = 17", "Wick", 1, 20, (14,), 3, 17),
    ("", "Wick throws 2d6: 3 5", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "* Wick rolls 2d6: 3, 5 [8] *", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolled 12d6: 1 2 3 4 5 6 1 2 3 4 5 6 (42)",
     "Wick", 12, 6, (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6), 0, 42),
    ("", "Wick rolled 3x2d6: 8, 4, 11", "Wick", 2, 6, (), 0, 8),
    ("", "Wick rolled 3#d20: 8, 4, 11", "Wick", 1, 20, (8,), 0, 8),
    ("", "Wick rolled 2d6: 3 9 = 12", "Wick", 2, 6, (3, 9), 0, 12),
    ("", "Wick rolled 2d6: 3 5 = 9", "Wick", 2, 6, (3, 5), 0, 9),
    ("", "Wick rolled 1d20: 25", "Wick", 1, 20, (25,), 0, 25),
    ("", "Wick a lancé 2d6 : 3 + 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick lance 1d20+5 : 14 + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick lanza 2d6: 3 + 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick tira 1d20: 14", "Wick", 1, 20, (14,), 0, 14),
    ("", "Wick ha tirato 2d6: 3, 5 (totale 8)", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolou 2d6: 3, 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick бросает 2d6: 3 + 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rzuca 2d6: 3, 5 (8)", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick slår 1d20: 14", "Wick", 1, 20, (14,), 0, 14),
    ("", "Wick rolt 2d6: 3 + 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll 2d6", "Результат: 8 (3 + 5)", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll d6", "🎲 Je rolde: 5", "Wick", 1, 6, (5,), 0, 5),
    ("!roll d20", "Du hast 17 gewürfelt!", "Wick", 1, 20, (17,), 0, 17),
    ("!roll 2d6+3", "Wick: Ergebnis: 11 (3, 5)", "Wick", 2, 6, (3, 5), 3, 11),
    ("!roll 2d6", "Résultat : 8 [3, 5]", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll 4d6 dl1", "Individual Rolls: 6, 5, 3\nSum: 14\nDropped: 1", "Wick", 3, 6, (6, 5, 3), 0, 14),
    ("!roll 4d6 dl", "Individual Rolls: 6, 5, 3\nSum: 14\nDropped: 1", "Wick", 3, 6, (6, 5, 3), 0, 14),
    ("!roll 1d6", "@Wick\n実行：1d6\n結果：4\n[4]", "Wick", 1, 6, (4,), 0, 4),
    ("!2d6+3", "# 11\nDetails:[2d6+3 (3 5)]", "Wick", 2, 6, (3, 5), 3, 11),
    ("", "Wick rolls 4d20 for 27.", "Wick", 4, 20, (), 0, 27),
    ("", "Wick rolls 4d20 and gets 18 20 20 14 for for 72.", "Wick", 4, 20, (18, 20, 20, 14), 0, 72),
    ("!roll 2d6", "Wick -> 8", "Wick", 2, 6, (), 0, 8),
    ("!roll 2d6", "8", "Wick", 2, 6, (), 0, 8),
    ("!roll 2d6", "[3, 5] = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("!roll 1d20+5", "(14) + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("!roll 1d20+5", "14+5=19", "Wick", 1, 20, (14,), 5, 19),
    ("!roll 1d20", "Natural 20!", "Wick", 1, 20, (20,), 0, 20),
    ("!roll 3d6", "You rolled a 4, a 3 and a 5.", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll 3d6", "You rolled 4, 3, and 5 for a total of 12!", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll 3d6", "Your dice: 4 3 5 | Total: 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("!roll 2d6", "🎲 Wick rolled a total of 8", "Wick", 2, 6, (), 0, 8),
    ("!roll 2d6", "Wick got 8 (3, 5)!", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick got a 17 on their d20", "Wick", 1, 20, (17,), 0, 17),
    ("", "Wick: rolled 2d6, got 3 and 5 (8)", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolled a d20 and got **14**!", "Wick", 1, 20, (14,), 0, 14),
    ("", "@Wick rolled `2d6`: `[3, 5]` **8**", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolls 2d20kh1 + 5: ~~4~~ 17 + 5 = 22", "Wick", 1, 20, (17,), 5, 22),
    ("", "Wick rolled 2d6 for damage: 3 + 5 = 8", "Wick", 2, 6, (3, 5), 0, 8),
    ("", "Wick rolls for damage: 2d6+3 = 11", "Wick", 2, 6, (), 3, 11),
    ("", "Wick rolls Stealth (1d20+7): 14 + 7 = 21", "Wick", 1, 20, (14,), 7, 21),
    ("", "Stealth check for Wick: 1d20+7 = 21 (14)", "Wick", 1, 20, (14,), 7, 21),
    ("", "Wick makes a Stealth check: 1d20+7 = 21", "Wick", 1, 20, (), 7, 21),
    ("", "Wick rolled d100: 73 (70 + 3)", "Wick", 1, 100, (73,), 0, 73),
    ("", "Wick rolled 1d100: [7][3] = 73", "Wick", 1, 100, (73,), 0, 73),
    ("", "Wick rolled d%: 70 + 3 = 73", "Wick", 1, 100, (73,), 0, 73),
    ("", "Wick rolled 1d100: 00 + 0 = 100", "Wick", 1, 100, (100,), 0, 100),
    ("", "Wick rolled 1d100+5: 73 + 5 = 78", "Wick", 1, 100, (73,), 5, 78),
    ("", "Wick rolled 1d100 (73 <= 55): failure", "Wick", 1, 100, (73,), 0, 73),
    ("", "Wick rolls 1d20 with advantage: 17, 4 = 17", "Wick", 1, 20, (17,), 0, 17),
    ("", "Wick rolls d20+5 (advantage): [17, 4] + 5 = 22", "Wick", 1, 20, (17,), 5, 22),
    ("", "Wick rolls 1d20+5 with disadvantage: [17, 4] + 5 = 9", "Wick", 1, 20, (4,), 5, 9),
    ("", "Wick rolls 1d20+5 with advantage: 17 + 5 = 22", "Wick", 1, 20, (17,), 5, 22),
    ("", "Wick rolls 1d20 adv (17, ~~4~~) = 17", "Wick", 1, 20, (17,), 0, 17),
    ("!roll d20+5 adv", "Wick: 22 (17, 4)", "Wick", 1, 20, (17,), 5, 22),
    ("", "Wick rolled a 6-sided die: 4", "Wick", 1, 6, (4,), 0, 4),
    ("", "Wick rolls 3d6 >> 4 3 5 (12)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick rolls 3d6... 4, 3, 5! Total: 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick rolls [3d6] 12 {4,3,5}", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick | 3d6 | 4,3,5 | 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "<Wick> 3d6 = 4+3+5 = 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "[Wick] 3d6 = 4+3+5 = 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick: [3d6] 4+3+5 = 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick's 3d6 roll: 4 3 5 (total 12)", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Wick's attack roll: 1d20+5 = 19", "Wick", 1, 20, (), 5, 19),
    ("", "3d6 for Wick: 4 3 5 = 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "Dice for Wick: 3d6 -> 4 3 5 -> 12", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "** Wick rolled 3d6 and got 4 3 5 **", "Wick", 3, 6, (4, 3, 5), 0, 12),
    ("", "*** Wick rolls 1d100: 57 ***", "Wick", 1, 100, (57,), 0, 57),
    ("", "\x02Wick\x02 rolled \x0304d20\x03 and got \x0217\x02", "Wick", 1, 20, (17,), 0, 17),
    ("", "\x0312[\x0fDice\x0312]\x0f Wick rolled 1d20: 17", "Wick", 1, 20, (17,), 0, 17),
    ("", "Wick rolled 1d20+5 (to hit): 14 + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+5 \"to hit\": 14 + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+5 #to hit: 14 + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20 + 5: 14 + 5 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20 + 5 : (14) + 5 => 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+2+3: 14 +2 +3 = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20-1: 14 - 1 = 13", "Wick", 1, 20, (14,), -1, 13),
    ("", "Wick rolled 1d20+5: 14 (+5) = 19", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+5: 19 [14+5]", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+5: 19 (14 + 5)", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+5: 19, natural 14", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+5: 19 (nat 14)", "Wick", 1, 20, (14,), 5, 19),
    ("", "Wick rolled 1d20+5: natural 20! 25", "Wick", 1, 20, (20,), 5, 25),
    ("", "Wick rolled 1d20: 1 - critical failure!", "Wick", 1, 20, (1,), 0, 1),
    ("", "Wick rolled 1d20: 20 (CRIT!)", "Wick", 1, 20, (20,), 0, 20),
    ("", "Wick rolled 10d6: [1, 2, 3, 4, 5, 6, 1, 2, 3, 4] = 31, average 3.1",
     "Wick", 10, 6, (1, 2, 3, 4, 5, 6, 1, 2, 3, 4), 0, 31),
    ("", "Wick rolled 1d20 and scored 17 points", "Wick", 1, 20, (17,), 0, 17),
    ("", "Wick rolled 5d6: 6 6 5 2 1 (2 hits)", "Wick", 5, 6, (6, 6, 5, 2, 1), 0, 20),
    ("", "Wick rolled 5d6 [6 6 5 2 1]: 3 successes, 1 one", "Wick", 5, 6, (6, 6, 5, 2, 1), 0, 20),
    ("", "Wick rolled 1d20 (DC 15): 17 - success", "Wick", 1, 20, (17,), 0, 17),
    ("", "Wick attacks Torv: 1d20+5 = 19, hits AC 15", "Wick", 1, 20, (), 5, 19),
    ("", "Wick rolls initiative: 1d20+2 = 16", "Wick", 1, 20, (), 2, 16),
    ("", "Wick rolls 16 for initiative (1d20+2)", "Wick", 1, 20, (), 2, 16),
    ("", "Wick rolls for initiative and gets 16! [1d20+2]", "Wick", 1, 20, (), 2, 16),
    ("", "[20:15] Wick rolled 1d20: 17", "Wick", 1, 20, (17,), 0, 17),
]  # fmt: skip


@pytest.mark.parametrize(("command", "line", "roller", "count", "sides", "faces", "modifier", "total"), SAID)
def test_what_any_bot_says(
    command: str, line: str, roller: str, count: int, sides: int, faces: tuple[int, ...], modifier: int,
    total: int,
) -> None:  # fmt: skip
    event = heard(command, line)
    roll = event.roll
    assert roll is not None and (event.kind, event.trust) == ("roll", "bot")
    assert (roll.roller, roll.count, roll.sides, roll.faces) == (roller, count, sides, faces)
    assert (roll.modifier, roll.total) == (modifier, total)


@pytest.mark.parametrize("line", [line for command, line, *_ in SAID if command])
def test_who_asked_is_known_by_the_command_alone(line: str) -> None:
    roll = heard("", line).roll
    assert roll is None or roll.roller == "Wick" or line.startswith(("Attack", "Result"))


@pytest.mark.parametrize("line", [line for _, line, *_ in SAID])
def test_a_member_who_says_it_has_not_rolled(line: str) -> None:
    bots = Bots(["Dicer"])
    event = bots.heard(Event(kind="say", speaker="Pike", text=line))
    assert (event.kind, event.trust, event.roll) == ("say", "member", None)


SPOKEN = [
    "Wick rolled out of bed at 8",
    "1d20 is a die, 20 is its top",
    "Wick: see 2d6 chart on page 7",
    "Wick rolled his 3rd character",
    "In 5 minutes we roll 1d20",
    "Wick rolled 1d20?",
    "Did Wick roll 1d20 or 2d6? 12 is low",
    "Wick rolled back to version 3",
    "Wick has 1d6+2 = 8 max damage",
    "d20: 20 copies sold",
    "Roll 2d6 and add 3 to get your score",
    "You need a 4 on 1d6",
    "You may roll 2d6 twice",
    "Dice available: d4 d6 d8 d10 d12 d20",
    "2d6: one of 11 outcomes",
    "Welcome to #d20, 14 people here",
    "Topic for #d20: level 5 game",
    "+o Wick (1 of 3)",
    "Wick's average on d20 is 11",
    "Last roll by Wick was 17 on d20",
    "Wick rolled 17 yesterday on d20",
    "Best of 3: Wick 2, Torv 1",
    "1d4+1 weeks until 12 May",
    "Wick bought 3 potions (2d6 healing each) for 12 gold",
    "Rolling stone gathers 2d6 moss by 7",
    "Wick needs 12 on 3d6",
    "Wick gets 3 of 5",
    "Wick has 17 hit points left",
    "Wick and 3 others",
    "Level 5! 17 to go",
    "Wick won 3 games",
    "Track 3 of 12: d20 Blues",
    "Wick is now level 8 (3/5)",
    "5 minutes left",
    "Wick: 14 new messages",
    "+5 points to Wick",
    "Poll: 3 yes, 5 no",
    "Usage: !roll 2d6+1 (at most 100 dice)",
    "Syntax: !roll XdY, for example 3d6 or 2d10+5",
    "Wick: there is no 0d6",
    "High score: 18 on 3d6 by Wick",
    "Welcome back, Wick! It is 14:30",
    "Wick has 12 of 20 hit points",
    "Round 3: Wick, Torv",
    "Wick: I can roll 2d6 at most 10 times",
    "Wick's initiative is 15",
    "Wick rolls his eyes 3 times",
    "Next: Wick (15), Torv (12)",
    "Error: 3d6 needs 1 to 100 dice",
    "Wick rolled over 3 times",
    "Seen Wick 3 days ago: 5 messages",
    "Topic: 3d6 in order since 2019",
    "Wick joined 2 rooms, 3 people there",
    "Wick: the average of 2d6 is 7",
    "2d6 has 36 outcomes",
    "Wick owes Torv 3 coins, total 8",
    "Wick deals 2d6+3 damage",
    "Temperature: 20 degrees, wind 3-5 km/h",
    "Wick rolls 5 dice and gets 2 successes",
    "Wick's turn (2d6 damage pending, 14 left)",
    "Torv: 2d6 is better than 1d12",
    "Reminder: game at 20:00, bring 2d6 and 3d8",
    "Wick has 3d6 left of 5",
    "Rules: roll 3d6, on 3 or 4 you crit",
    "Wick set damage to 2d6+3",
    "Loaded 12 of 2d6 tables",
    "Page 2 of 3: d20 rules",
    "Weapon: longsword 1d8+3, range 5",
    "Torv attacks! He needs 14 on d20.",
    "!roll 2d6 rolls 2 dice",
    "2d6+3 means 2 dice of 6 and 3 more",
    "Wick: you have 3 rerolls of 1d20 left",
    "Fireball deals 8d6 damage, DC 15, 20 feet",
    "Wick's sword: 1d8 (+2)",
    "Top rolls of 1d20: Wick 20, Torv 19",
]


@pytest.mark.parametrize("command", ["", "!roll 2d6", "!status 3"])
@pytest.mark.parametrize("line", SPOKEN)
def test_what_a_bot_says_beside_rolls(line: str, command: str) -> None:
    assert heard(command, line).roll is None


@pytest.mark.parametrize(
    "line",
    [
        "Wick rolled 2d6: 3 9 = 12",
        "Wick rolled 2d6: 3 5 = 9",
        "Wick rolled 1d20: 25",
        "Wick rolled 3d6: 3 5 = 8",
        "Wick rolled 4d6kh3: 6 5 3 1 = 15",
        "Wick rolled 1d20+3: 14+3 = 18",
    ],
)
def test_what_does_not_fit_is_not_made_to_fit(line: str) -> None:
    assert not general(line)
    roll = heard("", line).roll
    assert roll is None or faults(roll)


@pytest.mark.parametrize(
    ("line", "comment"),
    [
        ("Wick rolls 1D20+3 to bar the gate and gets [9+3=12]", "to bar the gate"),
        ("Wick rolls 1d20+5 vs DC 15: 14 + 5 = 19 - success!", "vs DC 15, success!"),
        ("Wick rolls 5d10>=7: [8, 4, 7, 10, 2] = 3 successes", ">=7, 3 successes"),
        ("Wick rolls 2d6: *3*, *5*. Total: *8*", UNSET),
        ("🎲Wick rolls a D20🎲\nIt landed on **17!**", UNSET),
    ],
)
def test_what_a_roll_was_for(line: str, comment: object) -> None:
    roll = heard("", line).roll
    assert roll is not None and roll.comment == comment


@pytest.mark.parametrize(
    ("line", "dropped"),
    [
        ("Wick rolled 4d6kh3: 6 5 3 1 = 14", (1,)),
        ("Wick rolled 4d6kh3: 6, 5, 3 = 14 (dropped 1)", (1,)),
        ("Wick rolled 4d6: 6, 5, 3 = 14 (dropped 1)", (1,)),
        ("Wick rolled 4d6 drop lowest: 6, 5, 3, 1 = 14", (1,)),
        ("Wick rolled 2d20kh1+5: [17, 4] + 5 = 22", (4,)),
        ("Wick rolled 4d6kh3: [6, 5, 3] = 14", UNSET),
    ],
)
def test_dice_that_were_dropped(line: str, dropped: object) -> None:
    roll = heard("", line).roll
    assert roll is not None and roll.dropped == dropped and not faults(roll)


def test_several_rolls_of_a_bot_nobody_described() -> None:
    bots = Bots(["Dicer"])
    line = "Wick rolls 1d20+5: [14] + 5 = 19\nWick rolls 1d8+3: [6] + 3 = 9"
    events = bots.all_heard(Event(kind="say", speaker="Dicer", text=line, id="m1"))
    assert [(one.id, one.roll.expression, one.roll.total) for one in events if one.roll is not None] == [
        ("m1", "1d20+5", 19), ("m1#2", "1d8+3", 9),
    ]  # fmt: skip
    sets = bots.all_heard(Event(kind="say", speaker="Dicer", text="Wick rolls 2#2d6: [3, 5] [2, 6]"))
    assert [one.roll.faces for one in sets if one.roll is not None] == [(3, 5), (2, 6)]


@pytest.mark.parametrize(
    "name", ["🎲 Wick", "🎲Wick", ":game_die: Wick", "--> Wick", "-> Wick", "**Wick**", "`Wick`", "• Wick"]
)
def test_what_stands_around_a_name_is_none_of_it(name: str) -> None:
    for line in (
        "{} rolled 1d20: 14",
        "{} rolls 2d6: 3 5",
        "{} rolled 2d6+1: 3 5 + 1 = 9",
        "{} rolls d20+1 = 9",
    ):
        roll = heard("", line.format(name)).roll
        assert roll is not None and roll.roller == "Wick", line


@pytest.mark.parametrize(
    ("typed", "read", "comment"),
    [
        ("!r 4d6 drop lowest", "4d6dl1", ""), ("!r 4d6+1 keep highest 3 for str", "4d6kh3+1", "for str"),
        ("!roll d20+5 adv stealth", "2d20kh1+5", "stealth"), ("!roll 1d20 with disadvantage", "2d20kl1", ""),
        ("!roll 1d20 distract him", "1d20", "distract him"), ("!roll 5d6 keep the lowest 2", "5d6kl2", ""),
        ("I leap (1d20+3)", "1d20+3", ""), ("over it [stealth 1d20+3] and on", "1d20+3", "stealth"),
    ],
)  # fmt: skip
def test_commands_that_say_what_is_kept_and_those_in_brackets(typed: str, read: str, comment: str) -> None:
    command = asked("Wick", typed)
    assert command is not None and (command.expression, command.comment) == (read, comment)


FORMS = [
    "Wick rolled {e}: {plus}{m} = {t}", "Wick rolled {e} and got {comma} for a total of {t}",
    "Wick rolls {e} ({plus}{m}): {t}", "Wick rolled {e}: [{comma}]{m} = {t}", "Wick rolled {e}: {t} ({plus})",
    "Wick: {e} = {t} [{comma}]", "[Dice] Wick: {e} -> {t} ({comma})", "Wick rolled {e} -> {blank} -> {t}",
    "Wick rolls {e} and gets [{plus}{m}={t}]", "Wick rolled {e}: {blank} (total {t})",
    "Wick rolled {t} using {e} with rolls of {comma}.", "Result of {e} for Wick: {plus}{m} = {t}",
]  # fmt: skip


@given(
    st.sampled_from(FORMS), st.sampled_from([4, 6, 8, 10, 12, 20, 100]), st.sampled_from([0, 1, 2, 3, 5, 10]),
    st.lists(st.floats(0, 0.999), min_size=1, max_size=5), st.sampled_from(["", " "]),
)  # fmt: skip
def test_what_a_bot_writes_is_read_as_it_fell(
    form: str, sides: int, modifier: int, thrown: list[float], blank: str
) -> None:
    faces = tuple(1 + int(one * sides) for one in thrown)
    total = sum(faces) + modifier
    line = form.format(
        e=f"{len(faces)}d{sides}" + (f"+{modifier}" if modifier else ""), t=total,
        m=f"{blank}+{blank}{modifier}" if modifier else "", plus=f"{blank}+{blank}".join(map(str, faces)),
        comma=", ".join(map(str, faces)), blank=" ".join(map(str, faces)),
    )  # fmt: skip
    roll = heard("", line).roll
    assert roll is not None, line
    assert (roll.roller, roll.faces, roll.modifier, roll.total) == ("Wick", faces, modifier, total), line


@given(
    st.sampled_from(
        ["Wick rolled {e}: {blank} = {t}", "Wick rolled {e}: [{comma}] = {t}",
         "Wick rolled {e} ({comma}): {t}",
         "Wick rolled {e}: {t} [{comma}]", "Wick: {e} = {t} ({comma})",
         "Wick rolled {e} and got {t} ({blank})"]
    ),
    st.sampled_from([6, 10, 20]), st.lists(st.floats(0, 0.999), min_size=2, max_size=5), st.integers(1, 4),
    st.sampled_from(["kh", "kl", "dl", "dh"]),
)  # fmt: skip
def test_dice_that_are_kept_are_those_that_stayed(
    form: str, sides: int, thrown: list[float], number: int, way: str
) -> None:
    faces = [1 + int(one * sides) for one in thrown]
    number = min(number, len(faces) - 1)
    staying = number if way[0] == "k" else len(faces) - number
    stay = sorted(faces, reverse=way in ("kh", "dl"))[:staying]
    line = form.format(
        e=f"{len(faces)}d{sides}{way}{number}", t=sum(stay), comma=", ".join(map(str, faces)),
        blank=" ".join(map(str, faces)),
    )  # fmt: skip
    roll = heard("", line).roll
    assert roll is not None and not faults(roll), line
    assert (roll.total, sorted(roll.faces)) == (sum(stay), sorted(stay)), line


@pytest.mark.parametrize(
    "line",
    [
        "Wick rolls To hit: 1d20+5 (14) = 19; Damage: 1d8+3 (4) = 7",
        "Wick: To hit: 1d20+5 (14) = 19 | Damage: 1d8+3 (4) = 7",
        "Wick rolls\nTo hit: 1d20+5 (14) = 19\nDamage: 1d8+3 (4) = 7",
        "Wick rolls To hit: 1d20+5 (14) = 19, Damage: 1d8+3 (4) = 7",
    ],
)
def test_several_rolls_in_one_line(line: str) -> None:
    bots = Bots(["Dicer"])
    bots.heard(Event(kind="say", speaker="Wick", text="I attack"))
    rolls = [one.roll for one in bots.all_heard(Event(kind="say", speaker="Dicer", text=line))]
    assert [(one.roller, one.expression, one.faces, one.total, one.comment) for one in rolls if one] == [
        ("Wick", "1d20+5", (14,), 19, "To hit"), ("Wick", "1d8+3", (4,), 7, "Damage"),
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["Rolled 2d6: [3, 5] = 8", "🎲 [3, 5] = 8", "2d6: 3 5"])
def test_an_answer_that_quotes_its_command(line: str) -> None:
    bots = Bots(["Dicer"])
    bots.heard(Event(kind="say", speaker="@wick:inn.example", text="!roll 2d6"))
    quoting = f"> <@wick:inn.example> !roll 2d6\n\n{line}"
    roll = bots.heard(Event(kind="say", speaker="Dicer", text=quoting)).roll
    assert roll is not None
    assert (roll.roller, roll.expression, roll.faces) == ("@wick:inn.example", "2d6", (3, 5))


def test_a_label_is_no_roller_where_somebody_asked() -> None:
    assert _who(["Wick", "!roll 1d20+5"], "Stealth: 1d20+5 = 19 (14)") == ("Wick", "Stealth")
    assert _who(["Wick", "!roll 1d20+5"], "Attack: 1d20+5 => 19") == ("Wick", "Attack")
    assert _who(["Wick", "!roll 1d20+5"], "Wick: 1d20+5 => 19") == ("Wick", UNSET)
    assert _who(["Torv", "well"], "Torv: 1d20+5 = 19 (14)") == ("Torv", UNSET)
    assert _who(["Torv", "!roll 1d20+5"], "Wick: 1d20+5 = 19 (14)") == ("Wick", UNSET)


def _who(said: list[str], line: str) -> tuple[str, object]:
    bots = Bots(["Dicer"])
    bots.heard(Event(kind="say", speaker="Wick", text="hm"))
    bots.heard(Event(kind="say", speaker=said[0], text=said[1]))
    roll = bots.heard(Event(kind="say", speaker="Dicer", text=line)).roll
    assert roll is not None
    return roll.roller, roll.comment


def test_an_answer_goes_to_the_command_it_can_be_of() -> None:
    bots = Bots(["Dicer"])
    bots.heard(Event(kind="say", speaker="Wick", text="!roll 2d6"))
    bots.heard(Event(kind="say", speaker="Pike", text="!roll 1d20+5"))
    first = bots.heard(Event(kind="say", speaker="Dicer", text="🎲 19"))
    second = bots.heard(Event(kind="say", speaker="Dicer", text="🎲 3 + 5 = 8"))
    third = bots.heard(Event(kind="say", speaker="Dicer", text="🎲 3 + 5 = 8"))
    assert first.roll is not None and (first.roll.roller, first.roll.total) == ("Pike", 19)
    assert second.roll is not None and (second.roll.roller, second.roll.faces) == ("Wick", (3, 5))
    assert third.roll is None and third.trust == "bot"


@given(
    st.lists(
        st.sampled_from(
            [
                "1d20", "2d6+3", "4dF", "d%", " ", "Wick", " rolls ", ": ", " = ", "(", ")", "[", "]", "5",
                "19", "3, 5", "-1", "!", "~~", "**", "`", "\n", "+ - 0 +", " for ", "@", " => ", "kh1", "3#",
                "(1-100)", "999999999", "\x03", "00",
            ]
        ),
        max_size=25,
    )
)  # fmt: skip
def test_whatever_is_read_adds_up(parts: list[str]) -> None:
    text = "".join(parts)
    found = [*(general(text) or ()), *(one for one in [answer(text, "2d6+3")] if one is not None)]
    for roll in found:
        assert isinstance(roll, Roll) and not faults(roll), text


@pytest.mark.parametrize(
    "text",
    ["1" * 900, "d6 " * 300, "2d6+" * 240, "[" * 990, "a b " * 240, "(1) " * 240,
     "Wick " * 190 + "rolls 1d6: 3", "1d6!: " + "6 " * 119,
     "40d6kh20: " + "5 " * 119, "<" * 900 + ">", "4dF" + " +" * 480, "~~" * 480],
)  # fmt: skip
def test_no_message_takes_long(text: str) -> None:
    started = time.perf_counter()
    general(text)
    answer(text, "20d6kh3")
    assert time.perf_counter() - started < 1
