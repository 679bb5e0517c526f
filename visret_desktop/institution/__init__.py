"""A library on a server, for more photos and people than one desktop has.

`store.py` says what is asked of an engine, `postgres_store.py` is the one engine that there is:
PostgreSQL with pgvector. Nothing here is loaded unless the command line's `institution` asks for
it; what it needs is installed by `pip install "visret-desktop[institution]"`.
"""
