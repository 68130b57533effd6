"""Where every deal comes from: shuffle v1, match seeds, commitments (RULES.md, Deals and seeds).

Everything is derived from seeds by HMAC-SHA256, so that anyone can check a deal with any language's
standard library; nothing here draws a random number. Imports: errors, cards.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from ginrummy.cards import ALL_CARDS, Card, cards_of, mask_of
from ginrummy.errors import CardError, DeckError, SeedError, check_seat, shown

StockOrder = Literal["shared", "seat-locked"]
"""Who draws which stock card: the top for whoever draws, or every other card for each seat."""

SEED_BYTES: Final = 32
NONCE_BYTES: Final = 32
"""The most bytes that a bot's nonce may have."""

_MAX_UINT32: Final = 0xFFFF_FFFF
_FULL: Final = (1 << 52) - 1


def shuffle_v1(match_seed: bytes, hand_index: int) -> tuple[Card, ...]:
    """The deck of one deal of a match, index 0 its top.

    `match_seed` has 32 bytes; `hand_index` counts every deal of the match from 0, void ones too.

    >>> from ginrummy.cards import format_cards
    >>> format_cards(shuffle_v1(bytes(32), 0)[:5])
    '5H TC 9H QH 6H'

    Raises SeedError for a seed or an index out of range.
    """
    _check_seed("match seed", match_seed)
    stream = _stream(match_seed, b"gin-referee/shuffle/v1" + _uint32("hand index", hand_index))
    deck = list(ALL_CARDS)
    for i in range(51, 0, -1):
        n = i + 1
        fair = 256 - 256 % n  # bytes from here on would favour low positions
        byte = next(stream)
        while byte >= fair:
            byte = next(stream)
        j = byte % n
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def match_seed(master: bytes, deal_key: str, nonces: Mapping[str, bytes]) -> bytes:
    """The 32-byte seed of the matches that share `deal_key`.

    `nonces` maps each bot's name to the 0 to 32 bytes it sent when it joined, or is empty where nobody was
    asked; its order does not matter.

    Raises SeedError for a bad master seed, key or nonce.
    """
    _check_seed("master seed", master)
    try:
        message = [b"gin-referee/match/v1", _sized(deal_key.encode())]
    except (AttributeError, UnicodeEncodeError):
        raise SeedError(f"deal key: a text in UTF-8, not {shown(deal_key)}") from None
    try:
        named = sorted((name.encode(), nonce) for name, nonce in nonces.items())
    except (AttributeError, TypeError, UnicodeEncodeError):
        raise SeedError("nonces: a mapping from names to bytes is needed") from None
    for name, nonce in named:
        if not isinstance(nonce, bytes) or len(nonce) > NONCE_BYTES:
            raise SeedError(f"nonce of {name.decode()}: 0 to {NONCE_BYTES} bytes are needed")
        message += [_sized(name), _sized(nonce)]
    return _hmac(master, b"".join(message))


def commitment(master: bytes) -> bytes:
    """What is published before the bots join, so that the master seed cannot be chosen afterwards; 32 bytes."""
    _check_seed("master seed", master)
    return hashlib.sha256(b"gin-referee/commit/v1" + master).digest()


def first_dealer(match_seed: bytes) -> int:
    """The seat that deals first in a pairing's first match under `first_dealer = RANDOM`."""
    _check_seed("match seed", match_seed)
    return _hmac(match_seed, b"gin-referee/first-dealer/v1")[-1] & 1


def bot_seed(match_seed: bytes, seat: int) -> bytes:
    """The 32-byte seed of a seat's own randomness in a match; it tells nothing of the deals."""
    _check_seed("match seed", match_seed)
    check_seat(seat)
    return _hmac(match_seed, b"gin-referee/bot/v1" + bytes([seat]))


def decision_seed(bot_seed: bytes, decision: int) -> bytes:
    """The 32-byte seed of a bot's k-th decision of a match, counted from 0."""
    _check_seed("bot seed", bot_seed)
    keyed = _keyed(bot_seed).copy()  # the key's part of the work is done once a match
    keyed.update(_uint32("decision", decision))
    return keyed.digest()


def check_deck(deck: Sequence[Card]) -> tuple[Card, ...]:
    """The deck as a tuple of 52 different cards; anything else raises DeckError."""
    if not isinstance(deck, Sequence) or isinstance(deck, str | bytes):
        raise DeckError(f"deck: a row of 52 cards is needed, not {shown(deck)}")
    try:
        mask = mask_of(deck)
        cards = tuple(map(Card, deck))
    except CardError as error:
        raise DeckError(f"deck: {error}") from None
    if mask != _FULL:
        missing = " ".join(map(str, cards_of(_FULL ^ mask)))
        raise DeckError(f"deck: {len(deck)} cards, 52 are needed; missing: {missing}")
    return cards


def check_stock(stock: StockOrder) -> StockOrder:
    """The order, "shared" or "seat-locked"; anything else raises DeckError."""
    if stock not in ("shared", "seat-locked"):
        raise DeckError(f"stock: 'shared' or 'seat-locked', not {shown(stock)}")
    return stock


def _stream(key: bytes, prefix: bytes) -> Iterator[int]:
    """The bytes of HMAC(key, prefix || uint32be(i)) for i = 0, 1, 2 ..."""
    for i in range(_MAX_UINT32):
        yield from _hmac(key, prefix + i.to_bytes(4, "big"))


@lru_cache(1024)
def _keyed(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod="sha256")


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _sized(text: bytes) -> bytes:
    return len(text).to_bytes(4, "big") + text


def _check_seed(what: str, seed: bytes) -> None:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:  # the value is a secret and stays out of the text
        held = f"{len(seed)} bytes" if isinstance(seed, bytes) else type(seed).__name__
        raise SeedError(f"{what}: {SEED_BYTES} bytes are needed, not {held}")


def _uint32(what: str, number: int) -> bytes:
    if type(number) is not int or not 0 <= number <= _MAX_UINT32:
        raise SeedError(f"{what}: 0 to {_MAX_UINT32} is needed, not {shown(number)}")
    return number.to_bytes(4, "big")
