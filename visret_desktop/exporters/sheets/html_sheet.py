"""A contact sheet for browsers: one HTML file that contains its pictures and loads nothing else.

Below each photo are its names, tags, stars and time. Keywords that say where it was taken are left
out; titles and file names are printed as they are.
"""

import base64
import re
from collections.abc import Iterator
from datetime import date
from html import escape

from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.obscuring import Aliases, Obscurer
from visret_desktop.exporters.photos import outgoing
from visret_desktop.library.records import Photo
from visret_desktop.sentences import form
from visret_desktop.visible_text import visible

NO_THUMBNAIL = Lack(
    "no-thumbnail",
    form("1 photo has no small picture yet, so its frame stays empty."),
    form("{count:,} photos have no small picture yet, so their frames stay empty."),
)
_STAR, _REJECTED = "★", "✕"


def stars_of(photo: Photo) -> str:
    """Return the rating as signs."""
    rating = photo.rating or 0
    return _REJECTED if rating < 0 else _STAR * rating


def time_of(photo: Photo) -> str:
    """Return when a photo was taken, to the minute; "" where it does not say."""
    return (photo.metadata.taken_at or "")[:16].replace("T", " ")


def names_of(photo: Photo) -> list[str]:
    """Return the accepted names: "Grey heron (Ardea cinerea)"."""
    return [
        f"{accepted.common} ({accepted.name})" if accepted.common else accepted.name
        for accepted in photo.notes.names
    ]


class Tags:
    """Keywords and tags of photos as they stand on a sheet."""

    def __init__(self, export: Export) -> None:
        from visret_desktop.places.gazetteer import Gazetteer  # NumPy, and a second of reading

        aliases = Aliases(export.reader.export_secret())
        self._obscurer = Obscurer(Gazetteer.open(), 0.0, aliases)

    def of(self, photo: Photo) -> list[str]:
        """Return those that say no place, of paths the last part, each once, none for programs."""
        tags = self._obscurer.kept((*photo.metadata.keywords, *photo.notes.tags), photo, None)
        return list(dict.fromkeys(tag.rpartition("|")[2] for tag in tags if tag and "=" not in tag))


_NO_TITLE = "Photos"
_HIDDEN = re.compile("[\u200b\u2060\ufeff\u00ad]")  # signs without width
# Nothing may be fetched, and nothing can run.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 2rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
body > p { margin: 0 0 1.5rem; opacity: .7; }
main { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }
figure { margin: 0; break-inside: avoid; }
.frame { align-items: end; aspect-ratio: 4 / 3; display: flex; justify-content: center; }
.empty { border: 1px solid; box-sizing: border-box; opacity: .4; }
img { max-height: 100%; max-width: 100%; }
figcaption { font-size: .85rem; line-height: 1.35; margin-top: .4rem; overflow-wrap: anywhere; }
figcaption span { display: block; }
.name { font-weight: 600; }
.plain { opacity: .7; }
.tags { -webkit-box-orient: vertical; -webkit-line-clamp: 3; display: -webkit-box !important;
  opacity: .7; overflow: hidden; }
"""


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write a sheet with all photos, those that are offline by their thumbnails."""
    with target.file() as out:
        title = export.choices.title or _NO_TITLE
        count = len(export.photo_ids)
        made = f"{count:,} photo{'' if count == 1 else 's'}, {date.today().isoformat()}"
        head = (
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            f'<meta name="viewport" content="width=device-width">\n'
            f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n"
            f"<h1>{_text(title)}</h1>\n<p>{_text(made)}</p>\n<main>\n"
        )
        out.write(head.encode())
        tags = Tags(export)
        for done, one in enumerate(outgoing(export, report, names_places=False), 1):
            jpeg = export.thumbnail(one.source.content_hash)
            if jpeg is None:
                report.note(NO_THUMBNAIL, one.photo.name)
            out.write(_figure(one.photo, tags.of(one.photo), jpeg).encode())
            report.count()
            yield done
        out.write(b"</main>\n</html>\n")


def _figure(photo: Photo, tags: list[str], jpeg: bytes | None) -> str:
    if jpeg is None:
        frame = '<div class="frame empty"></div>'
    else:
        content = base64.b64encode(jpeg).decode()
        frame = (
            f'<div class="frame"><img alt="{_text(photo.name)}" loading="lazy"'
            f' src="data:image/jpeg;base64,{content}"></div>'
        )
    lines = [
        ("name", ", ".join(names_of(photo)) or photo.metadata.title or ""),
        ("", photo.name),
        ("plain", " ".join(part for part in (time_of(photo), stars_of(photo)) if part)),
        ("tags", ", ".join(tags)),
    ]
    spans = "".join(f'<span class="{kind}">{_text(text)}</span>' for kind, text in lines if text)
    return f"<figure>{frame}<figcaption>{spans}</figcaption></figure>\n"


def _text(text: str) -> str:
    """Return a text as HTML: signs that turn or hide others, and what is no Unicode, as escapes."""
    shown = visible(text.encode("utf-8", "backslashreplace").decode())
    return escape(_HIDDEN.sub("", shown))
