"""The everyday English round a declaration: who speaks, what joins moves, what makes it talk.

Data only, and no ruleset's own words: those come in the lexicon.
"""

from __future__ import annotations

Phrases = dict[str, tuple[tuple[str, ...], ...]]


def phrases(text: str) -> Phrases:
    """Phrases, one a line or parted by `|`, by their first word, longest first."""
    table: dict[str, list[tuple[str, ...]]] = {}
    for line in text.replace("|", "\n").split("\n"):
        words = tuple(line.split())
        if words:
            table.setdefault(words[0], []).append(words)
    return {
        first: tuple(sorted(set(group), key=lambda words: (-len(words), words)))
        for first, group in table.items()
    }


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Before a verb in its base form, spoken by the one who acts.
LEADS = phrases("""
i | i'll | ill | i will | i shall | i'm going to | im going to | i am going to | going to | gonna
i'm gonna | im gonna | i am gonna | i want to | i wanna | i'd like to | id like to | i would like to
let me | lemme | i'll try to | i will try to | i try to | i'm trying to | trying to | try to | try and
attempt to | i attempt to | i'll attempt to | i'll just | i will just | i just | i'll also | i'll then
i then | i also | i choose to | i'm | im | i am | i think i'll | i guess i'll | think i'll | guess i'll
i believe i'll | i do | i'll do | i do a | i'll do a | do a | do | doing | i make | i'll make | make an
i make an | i make a | make a | i'll go for | i intend to | intend to | i plan to | i'm planning to
planning to | plan to | i'll use my turn to | i use my turn to | i'll have to | i'll take | i'll be
i will be | imma | i'ma | ima | i decide to | i move to | i'll go ahead and | go ahead and | i go to
i start to | i proceed to | proceed to | i opt to | i elect to | i'll start by | i'll start with
start with | i'll begin by | begin by | start by | he'll | she'll | i still | i now | i'll now | i again
i quickly | i'll be using | please | i'll first | i will first | i first | first i | first i'll | then i
then i'll | trying | attempting to | want to | wanna | so i | so i'll | and i | and i'll
use my action to | use my move to | stay where i am and | stay put and | stay here and | stand my ground and
hold my ground and | hold my position and | hold position and | stay back and | keep my distance and
hang back and
""")

# Words that open a message and say nothing of their own.
INTERJECTIONS = words("""
sir ma'am ok okay k kk alright allright right fine well so now yes yeah yep yup ya sure hmm hm hmmm
hmmmm um umm uh uhh er err erm ah ahh oh ooh aha ha haha hah heh hehe lol rofl lmao sorry same oops
whoops ooops eh hey yo anyway anyways guess then ugh argh bah grr mmm k. kay okie okies okey oki darn
dang damn great cool perfect thanks ty thx np sigh alrighty gotcha roger
""")

# Labels that a colon or dash may follow.
LABELS = phrases("""
move | moves | my move | my moves | action | actions | my action | my actions | my move is
my moves are | my action is | my actions are | my move is to | my action is to | ooc | im | my turn
turn | declaration | i declare | declare | declaring | declares | plan | the plan | orders | my im
here is my move | here's my move | heres my move | here are my moves | move this round
moves this round | this round | this turn | for my move | for my moves | for my action | for this round
for my turn | as my move | as my action | on my turn | on my move | my next move | next move
primary | primary action | main action
with my move | my move will be | my moves will be | my action will be | my moves for this round
my move for this round | first move | first action
""")

# Parts of a list: silent.
THEN = words("""
then and & next also finally lastly afterwards afterward plus after followed thereafter subsequently
""")
JOINS = phrases("""
then | and | & | and then | next | also | finally | lastly | afterwards | afterward | plus | followed by
and also | after that | and after that | then next | and next | followed up by | follow up with
following up with | follow with | and finally | then finally | , then | as well as | along with
followed up with | and follow with | and follow up with | while also | to follow
""")
ORDINALS_FIRST = words("1st first")
ORDINALS_LATER = words("2nd second 3rd third 4th fourth 5th fifth sec")
ORDINAL_NOUNS = words("move action attack one thing")

# Possible moves in words: a run of these words that holds at least one of the core.
STAR_OPENERS = words("if assuming provided when should as")
STAR_WORDS = words("""
if i i'm im i've ive i'll ill am have has had got get gets getting time fast quick speed speedy enough
able possible can could another extra second third 2nd 3rd 4th fourth move moves action actions allow
allows allowed allowing permit permits permitting initiative init manage make it to there there's theres
is a an one two three more my so do still over 2 3 100 200 above roll high rolls good lucky this round left
be the for assuming provided that i'd speed's need turn turns and or only go going chance possibly then
let lets us me when should as long beat that's win wins won up
""")
STAR_CORE = words("""
fast quick speed speedy enough time able possible can another extra second third 2nd 3rd 4th fourth
allows allowed permits permitting init initiative 100 200 lucky roll chance turn turns moves move action
actions speed's got get gets win manage won
""")
STAR_PREFIXES = phrases("""
poss | possible | possibly | opt | optional | optionally | maybe | perhaps | time permitting
speed permitting | init permitting | initiative permitting | if possible | if able | hopefully
possible second | possible 2nd | possible extra | potential | pos | potentially | possible third
possible 3rd | if time | if fast enough | starred | star | asterisk
""")
STAR_SUFFIXES = phrases("""
poss | possible | possibly | opt | optional | maybe | perhaps | time permitting | speed permitting
init permitting | initiative permitting | hopefully | time allowing | speed allowing
with a second move | on my second move | on a second move | as a second move | for my second move
starred | as a possible | as an optional | w/ second move | with the second move | with second move
with my second move | on second move | as my second | for second move | as second move
""")

# Contingencies.
CONDITIONS = phrases("""
if | unless | when | whenever | once | as soon as | in case | provided | provided that | assuming
as long as | so long as | should | until | only if | but only if | in the event that | in the event
except if | except when | if and only if | even if | if ever | the moment | while | but unless
but when | unless of course
""")
NEGATIVE_CONDITIONS = words("unless except")
OTHERWISE = phrases("""
else | otherwise | in which case | or else | if not | failing that | in that case | if so | instead
and if not | but if not | in which event | and otherwise | but otherwise | if that fails | elsewise
if he doesn't | if she doesn't | if they don't | if it doesn't | if he does not | if she does not
if he does | if she does | if they do | if he isn't | if she isn't | if it does | then instead
if that happens | if either happens | if any do | if one does | if unable
""")
RELATIVE_HEADS = words("""
first next whoever anyone anybody whichever whomever any last one nearest closest someone everyone
""")
RELATIVE_WORDS = words("""
to who that which whoever whomever whichever is attacks targets hits in within closest nearest trying
""")

# A message that takes back an earlier one.
CORRECTIONS = phrases("""
make that | make it | scratch that | strike that | i mean | i meant | correction | no wait | wait no
actually | never mind | nevermind | nvm | change that to | change that | change my move to
change my action to | changing my move to | changing that to | let me change that to | oops make that
or rather | rather | cancel that | on second thought | on second thoughts | changed my mind
i changed my mind | i've changed my mind | disregard that | ignore that | belay that | instead
instead make it | should be | that should be | that should read | i'll change that to | let's make that
lets make that | forget that | replace that with | make my move | edit | typo | amend that to
switch that to | i take that back | take that back | sorry i meant | no i meant | i meant to say
meant to say | meant | scrap that | redo | delete that | wait | revised | revision | new move
changing to | sub that for | in place of that
""")
WEAK_CORRECTIONS = words("wait actually rather edit redo should make change typo")

PRONOUNS = words("""
him her it them they he she his their that'un 'em em you ya u hers theirs this that these those opponent
foe enemy
""")
PRONOUN_PHRASES = phrases("""
him | her | it | them | 'em | em | you | ya | u | the opponent | my opponent | opponent | the enemy
my enemy | enemy | foe | my foe | the foe | the other guy | that one | the same | same target | same
the same target | same one | my target | the target | target | the other fighter | his | hers
my adversary | the bastard | the bitch | the man | the woman | the guy | the girl | my opponent's
""")
SELVES = phrases("""
self | myself | me | himself | herself | itself | themselves | themself | my self | own wounds
my wounds | his wounds | her wounds | my own wounds | my injuries | my own injuries | own injuries
my wound | oneself | my own body
""")
ARTICLES = words("a an the my his her their its your our one some that this another of own s both")
POSSESSIVES = words("my his her their its your the a an")

EPITHETS = words("""
trusty faithful old big good fine mighty beloved favorite favourite very sharp shiny bloody heavy huge nice
handy precious dear battered worn gleaming keen wicked fearsome deadly enormous sturdy ancient remaining
""")

WITH = words("with w/ using via by wielding bearing through employing")
TARGET_PREPS = words("on at against upon vs versus towards toward to onto into for @ after in over near")
PART_PREPS = words("in to at for on through across into targeting toward towards aiming aimed upon")

FILLERS = words("""
again now too also please plz pls first next still just quickly carefully hard instead then as well
right away directly both once lol haha heh ok okay thanks ty thx time more only so here there this round
turn please. straight immediately fast swiftly spell weapon attack hand melee move out for gm pgm
up forward back down round's turn's moves around roll rolls rolling init initiative while
back-handed strength full power speed quietly slowly cautiously steadily yet though hehe grin grins eg
weg bg g eeg vbg <g> anyway if-needed finally lastly alright together simply really second third main
off today aim aiming feet distance position range close combat contact hth missile try attempt way
close-combat ahead everything action
""")
MANNER = words("""
all might mightily fury rage strength force hatred ferocity anger speed grace skill effort flourish both
hands hand handed two one swing stroke blow snarl growl grin smile scream yell cry shout roar fervor vengeance
precision vigor gusto care caution haste everything i've got have he's she's fierce furious powerful
mighty wicked quick heavy savage vicious overhead backhand
""")

# Never in a declaration: a message about fighting.
TALK = words("""
can could should would might must may hope hopes hoped wish wishes wonder wonders think thinks thought
was were did didn't didnt had been because cuz cause bc since always never usually often sometimes
yesterday tomorrow tonight last ago why how what who where which whose don't dont won't wont can't cant
couldn't shouldn't wouldn't isn't isnt wasn't wasnt not nobody someday later remember remembered forgot
forget know knows knew supposed allowed ever anymore else's they'd he'd she'd we'd we've we'll we're
want wants wanted let's lets afraid scared love loves hate hates like likes need needs needed seems
looks looked sounds does doesn't doesnt has hasn't haven't told said says asked asks happened happens
mine yours brb bbl afk bbiab gtg g2g nice good bad poor lucky unlucky gl gj wtg grats gratz rematch
earlier
""")
ASIDES = phrases("""
i guess | i think | i suppose | i believe | if that's ok | if that's okay | if thats ok | if you please
if i may | of course | as usual | as before | again please | i reckon | then i guess | if allowed
if that works
""")
SAID_STOPS = words("""
then and or but if unless when while until instead please called using as because so that this again too
for to i'll i once twice x2 in first lol now
""")
BEING = words("is are isn't aren't am costs")
CHATTER = words("""
i i'm i'll i've im ill my me we our us you your you're lol haha rofl every always lot ? ok okay hi hey
""")
STORY_WORDS = words("has is are")
NOT_SAID = words("""
i i'm im i'll we he she they is are was were be been am in of to and or but not no so if as me us you
your into with for from by something anything everything nothing it that this there here up down out off
over around all very really too also just only then than about like because him her them his who what
when where why how my mine first next last now again have has had do does did will would can could
should might must may at on a an the thyself yourself yourselves ourselves way better best good bad more
most much many some any lol
""")
TALK_PHRASES = phrases("""
next time | for a living | last time | last night | last round | first time | every time | that time
next round | next week | next turn | some day | all the time | all day | in my life
""")
HEARERS = words("you your you're youre u ur ya yours y'all yall")
SUBJECTS_OTHER = words("""
he she they we you it he's she's they're you're it's we're youre theyre your their our everyone somebody
nobody who that this there these those
""")
QUESTION_OPENERS = words("""
can could should would may might do does did is are was were will shall who what when where why how
which am has have isn't aren't doesn't don't can't couldn't shouldn't won't
""")

IDIOM_NOUNS = words("""
glance glances look looks eye eyes gaze gazes shadow shadows vote votes doubt doubts line net aspersions
lot lots smile glare glares grin wink kiss kisses fit tantrum party punches towel hands breath pose
stance crowd conversation attention blank laugh pass question questions remark comment insult insults
quip pebble wary wistful leg legs boots arms hair sidelong stare frown smirk scowl nod shrug sigh
expression grimace wince curtsy bow-down fuss cold caution coin coins dice bait nerve chord match
conclusions card cards blanks bolt-hole breeze wind subject topic bull pain-killer die bone bones bucket
sack road deck jackpot
""")

ABBREVIATED = words("""
att atk attk lvl lev lv poss opt vs w mod mods init dmg pts ft yd yds max sec no st str pos
approx ea
""")

NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twice": 2,
    "thrice": 3,
    "double": 2,
    "triple": 3,
    "once": 1,
    "a": 1,
    "an": 1,
    "another": 1,
    "both": 2,
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "hundred": 100,
    "fifteen": 15,
    "twelve": 12,
}
FEET = {
    "ft": 1.0,
    "feet": 1.0,
    "foot": 1.0,
    "'": 1.0,
    "yard": 3.0,
    "yards": 3.0,
    "yd": 3.0,
    "yds": 3.0,
    "metre": 3.28,
    "metres": 3.28,
    "meter": 3.28,
    "meters": 3.28,
    "m": 3.28,
}
LEVEL_WORDS = {
    "level": True,
    "lvl": False,
    "lv": False,
    "lev": False,
    "l": False,
    "lvl.": False,
    "levl": False,
    "lvel": False,
    "rank": False,
    "levels": True,
}

# Words that are never taken for part of somebody's name, however short the name.
NOT_NAMES = frozenset().union(
    PRONOUNS,
    ARTICLES,
    TARGET_PREPS,
    WITH,
    THEN,
    {
        "me",
        "self",
        "myself",
        "i",
        "if",
        "unless",
        "all",
        "everyone",
        "everybody",
        "both",
        "any",
        "anyone",
        "first",
        "last",
        "nearest",
        "closest",
        "whoever",
        "two",
        "three",
        "each",
        "other",
        "who",
        "again",
        "now",
        "too",
        "please",
        "out",
        "off",
        "not",
        "as",
        "is",
        "was",
        "be",
        "then",
        "than",
        "but",
        "or",
        "else",
        "otherwise",
        "when",
        "until",
        "while",
    },
)
