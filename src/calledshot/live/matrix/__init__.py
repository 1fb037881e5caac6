"""The Matrix feed: a room's messages, edits, redactions and private chats, plain or encrypted, in order and
each once.

`translate` and `book` are pure (a raw event in, what it means out); `feed` is the connection. Nothing here
knows a rule of a fight.
"""
