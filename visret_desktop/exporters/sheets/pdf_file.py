"""A PDF whose pages are pictures, written page by page."""

from typing import BinaryIO

_HEAD = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
_CATALOG, _PAGES, _ABOUT = 1, 2, 3
_POINTS = 72  # in an inch


class PdfFile:
    """What is written of it so far, and where its objects begin."""

    def __init__(self, out: BinaryIO, title: str) -> None:
        self._out = out
        self._length = 0
        self._starts: dict[int, int] = {}
        self._pages: list[int] = []
        self._next = _ABOUT + 1
        self._write(_HEAD)
        coded = ("\ufeff" + title).encode("utf-16-be", "replace").hex().upper()
        self._object(_ABOUT, f"<< /Title <{coded}> /Producer (visret) >>".encode())

    def add_page(self, jpeg: bytes, pixels: tuple[int, int], dpi: int) -> None:
        """Add a page that a picture fills."""
        picture, drawing, page = self._next, self._next + 1, self._next + 2
        self._next += 3
        width, height = (side * _POINTS / dpi for side in pixels)
        self._stream(
            picture,
            f"/Type /XObject /Subtype /Image /Width {pixels[0]} /Height {pixels[1]} /ColorSpace"
            " /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
            jpeg,
        )
        self._stream(drawing, "", f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /P Do Q".encode())
        about = (
            f"<< /Type /Page /Parent {_PAGES} 0 R /MediaBox [0 0 {width:.2f} {height:.2f}]"
            f" /Resources << /XObject << /P {picture} 0 R >> >> /Contents {drawing} 0 R >>"
        )
        self._object(page, about.encode())
        self._pages.append(page)

    def end(self) -> None:
        """Write what comes after the last page."""
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        count = len(self._pages)
        self._object(_PAGES, f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode())
        self._object(_CATALOG, f"<< /Type /Catalog /Pages {_PAGES} 0 R >>".encode())
        start = self._length
        self._write(f"xref\n0 {self._next}\n0000000000 65535 f \n".encode())
        for number in range(1, self._next):
            self._write(f"{self._starts[number]:010} 00000 n \n".encode())
        self._write(
            f"trailer\n<< /Size {self._next} /Root {_CATALOG} 0 R /Info {_ABOUT} 0 R >>\n"
            f"startxref\n{start}\n%%EOF\n".encode()
        )

    def _stream(self, number: int, about: str, content: bytes) -> None:
        head = f"<< {about} /Length {len(content)} >>\nstream\n".encode()
        self._object(number, head + content + b"\nendstream")

    def _object(self, number: int, content: bytes) -> None:
        self._starts[number] = self._length
        self._write(f"{number} 0 obj\n".encode() + content + b"\nendobj\n")

    def _write(self, content: bytes) -> None:
        self._out.write(content)
        self._length += len(content)
