"""The default rulings of Parthos: each place where the Combat page is silent or ambiguous, with our answer.

A campaign changes them under `[settings]`. Values only; what each one does is in the chapter it names.
"""

from __future__ import annotations

from collections.abc import Mapping

from calledshot.api import Setting


def _setting(
    name: str, default: str | int | bool, meaning: str, clauses: str, choices: tuple[str, ...] = ()
) -> Setting:
    ids = tuple(f"PAR-{short}" if not short.startswith("DICE") else short for short in clauses.split())
    return Setting(name=name, default=default, meaning=meaning, choices=choices, clauses=ids)


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        # Rounds and fights
        _setting(
            "round_closes",
            "word_or_call",
            "A round closes at the PGM's word or at the call that opens the next, or only at the PGM's word.",
            "RND-3",
            ("word_or_call", "word"),
        ),
        _setting(
            "acting_starts",
            "all_rolled",
            "Acting starts when every able combatant seen has rolled, or only when the PGM calls a move.",
            "RND-4",
            ("all_rolled", "called"),
        ),
        _setting(
            "ends_when_side_is_out",
            True,
            "A fight is won when one side is put out during it, without the PGM having to say so.",
            "RND-5",
        ),
        # Standard system
        _setting(
            "named_before",
            "move",
            "A spell, item or power must be named before its own move, or already before the init roll.",
            "STD-4",
            ("move", "initiative"),
        ),
        # IM system
        _setting(
            "im_grace",
            0,
            "Seconds after the round's first init roll in which an IM is still in time.",
            "IM-1",
        ),
        _setting(
            "late_im",
            "ask",
            "A late IM: the PGM is asked, or it is taken, taken without its modifiers, or refused.",
            "IM-1",
            ("ask", "take", "take_without_modifiers", "refuse"),
        ),
        _setting(
            "unmet_condition",
            "lost",
            "A move whose condition never comes true is lost (or its other branch taken), or asked about.",
            "IM-3",
            ("lost", "ask"),
        ),
        _setting("blind_pgm", False, "IMs stay hidden even from the PGM until their move is called.", "IM-5"),
        _setting(
            "replacing_im",
            "supersedes",
            "A full new IM before the deadline replaces the first, is refused, or is put to the PGM.",
            "IM-6",
            ("supersedes", "refuse", "ask"),
        ),
        _setting(
            "no_im",
            "ask",
            "Without an IM the PGM is asked, standing orders are taken if there are some, or no move is.",
            "IM-7",
            ("ask", "standing_orders", "no_move"),
        ),
        _setting(
            "im_in_room",
            "counts",
            "An IM typed into the room by mistake counts, or is put to the PGM.",
            "IM-7",
            ("counts", "ask"),
        ),
        # Moves
        _setting(
            "advance_leaves",
            True,
            "Advancing on one opponent leaves the hand-to-hand range of the others.",
            "MOV-1",
        ),
        _setting(
            "retreat_from",
            "all",
            "A retreat that names nobody is from all who were engaged, or the PGM is asked.",
            "MOV-2",
            ("all", "ask"),
        ),
        _setting(
            "over_distance",
            "cap",
            "A stated distance above 50 feet is cut to 50, or the move is refused.",
            "MOV-3",
            ("cap", "refuse"),
        ),
        _setting(
            "change_at_range",
            "free",
            "Changing melee weapons at missile range is free, or is a move as it is hand to hand.",
            "MOV-6",
            ("free", "move"),
        ),
        _setting(
            "advanced_upon",
            "convert",
            "A missile attack whose target has closed becomes a melee attack, is put to the PGM, or is lost.",
            "MOV-7",
            ("convert", "ask", "lose"),
        ),
        _setting(
            "thrown_weapon",
            "gone",
            "A thrown weapon is gone until picked up, or is taken to be back at once.",
            "MOV-12",
            ("gone", "back"),
        ),
        # Casting, powers, items, healing
        _setting(
            "scroll_is_item",
            True,
            "A spell from a scroll or wand is the use of an item and not the round's one spell.",
            "CAST-4",
        ),
        _setting(
            "power_points_unstated",
            "warn",
            "A power of fixed cost whose Power Points are not stated is warned about, or is not valid.",
            "POW-2",
            ("warn", "refuse"),
        ),
        _setting(
            "potion_heals",
            True,
            "A potion in the combatant's possession is a means of healing injuries, as a herb is.",
            "HEAL-1",
        ),
        # Initiative
        _setting(
            "im_weapon_speed",
            "on",
            "In the IM system Weapon Speed counts for attacks unless held back, or only when announced.",
            "INIT-3",
            ("on", "announced"),
        ),
        _setting(
            "weapon_speed_returns",
            False,
            "Attacks that follow a move which is no attack get Weapon Speed again.",
            "INIT-4",
        ),
        _setting(
            "sum_decides",
            False,
            "A move that is no attack after Weapon Speed attacks exists only if its own sum is above 0.",
            "INIT-5",
        ),
        _setting(
            "tie",
            "speed",
            "Equal inits: higher Speed and then the higher d100 first, both at once, or a roll-off.",
            "INIT-6",
            ("speed", "simultaneous", "roll_off"),
        ),
        # Attacks, damage, called shots
        _setting("equal_hits", True, "A to-hit roll equal to the CA after penalties is a hit.", "HIT-1"),
        _setting(
            "strength_on_thrown",
            True,
            "The Strength bonus counts for thrown weapons as it does for melee.",
            "DMG-1",
        ),
        _setting(
            "hundred_is_exact",
            True,
            "A damage roll of 100 is exactly 1 point: without Strength, not doubled, not halved.",
            "DMG-2",
        ),
        _setting(
            "strength_doubled", True, "A critical hit doubles the Strength bonus with the rest.", "DMG-4"
        ),
        _setting(
            "called_shot_large",
            -30,
            "CA points for a called shot at an arm, a leg or another large part not on the page.",
            "CALL-3",
        ),
        _setting(
            "called_shot_small",
            -50,
            "CA points for a called shot at a hand, the throat or another small part not on the page.",
            "CALL-3",
        ),
        # Stamina, bleeding, death
        _setting(
            "bleed_from",
            "next_round",
            "Stamina is gained and lost from the round after the one in which the condition began, or in it.",
            "BLD-1 BLD-2 BLD-3",
            ("next_round", "same_round"),
        ),
        _setting(
            "brink_save_from",
            "same_round",
            "The first save of the dying falls in the round in which the brink is reached, or in the next.",
            "BLD-4",
            ("same_round", "next_round"),
        ),
        _setting("brink_loss", 0, "Stamina that somebody on the brink of death loses each round.", "BLD-4"),
        _setting(
            "herb_as",
            "mundane_potion",
            "A healing herb helps where a mundane potion does, where a magical one does, or not by itself.",
            "BLD-5",
            ("mundane_potion", "magical_potion", "nothing"),
        ),
        _setting(
            "damage_ends_stabilisation",
            True,
            "New damage to somebody stabilised starts the bleeding again.",
            "BLD-8",
        ),
        # The dice, which are the core's
        _setting("roll_for_others", False, "Players may roll for each other's characters.", "DICE-8"),
    )
}
"""Every setting, in the order of the inventory."""
