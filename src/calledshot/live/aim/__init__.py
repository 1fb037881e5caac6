"""The feed for old AIM servers, by their text protocol (TOC): `protocol` reads it, `feed` connects."""
