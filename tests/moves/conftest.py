"""The words that the tests of reading use."""

from __future__ import annotations

import pytest
from chat_campaign import campaign

from calledshot.campaign.model import Campaign
from calledshot.moves.vocabulary import Lexicon
from calledshot_parthos.vocabulary import lexicon


@pytest.fixture(scope="session")
def words() -> Lexicon:
    return lexicon(campaign())


@pytest.fixture(scope="session")
def bare() -> Lexicon:
    """The ruleset's own words, without any campaign."""
    return lexicon(Campaign())
