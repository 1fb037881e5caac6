"""The IRC feed: a protocol that knows no socket, and the thin asyncio shell around it (feed.IrcFeed)."""
