"""Proofs of what `installer/build` made: a table of them, and what each needs.

`python -m installer.checking DIR` is what `installer/check DIR` runs; see ../README.md.
"""
