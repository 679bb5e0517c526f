"""An XMP packet that is changed in a few properties and stays as it is in all others.

The properties that we write are in `Property`. What other programs keep beside them, such as
darktable's history or Lightroom's settings, is neither understood nor touched: `foreign` is the
proof, compared before and after each change.
"""

from collections.abc import Iterable, Sequence
from enum import Enum

from lxml import etree

from visret_desktop.errors import VisretError
from visret_desktop.sentences import sentence

MOST_BYTES = 4_000_000  # what is read as metadata, too
_MOST_DEPTH = 100
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_X = "adobe:ns:meta/"
_PREFIXES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
}
_DESCRIPTION, _ABOUT, _ENTRY = f"{{{_RDF}}}Description", f"{{{_RDF}}}about", f"{{{_RDF}}}li"
_EMPTY = (
    f'<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
    f'<x:xmpmeta xmlns:x="{_X}">\n <rdf:RDF xmlns:rdf="{_RDF}">\n'
    '  <rdf:Description rdf:about=""></rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n'
    '<?xpacket end="w"?>'
).encode()


class Property(Enum):
    """The properties that we write: name in the packet, and the kind of list it is ("": none)."""

    KEYWORDS = ("dc:subject", "Bag")
    PATHS = ("lr:hierarchicalSubject", "Bag")
    TAGS_LIST = ("digiKam:TagsList", "Seq")
    LAST_KEYWORDS = ("MicrosoftPhoto:LastKeywordXMP", "Bag")
    RATING = ("xmp:Rating", "")
    LATITUDE = ("exif:GPSLatitude", "")
    LONGITUDE = ("exif:GPSLongitude", "")
    ALTITUDE = ("exif:GPSAltitude", "")
    ALTITUDE_REFERENCE = ("exif:GPSAltitudeRef", "")

    @property
    def label(self) -> str:
        """The name as people who know XMP write it."""
        return self.value[0]

    @property
    def list_kind(self) -> str:
        """Bag, Seq, or "" for a single value."""
        return self.value[1]

    @property
    def tag(self) -> str:
        """The name with its namespace, as lxml has it."""
        prefix, _, name = self.value[0].partition(":")
        return f"{{{_PREFIXES[prefix]}}}{name}"


_OURS = frozenset(known.tag for known in Property)


class SidecarUnreadable(VisretError):
    """A sidecar is no XMP that we can change without harm."""

    code = "sidecar-unreadable"
    sentence = "{path} stays as it is: {reason}."

    def __init__(self, reason: str, path: object = "This sidecar") -> None:
        super().__init__(reason=reason, path=path)
        self.reason = reason


class Packet:
    """A packet in memory. Properties are looked for in all its descriptions."""

    def __init__(self, content: bytes | None = None) -> None:
        """Read a packet; None: begin an empty one.

        Raises:
            SidecarUnreadable: it is too large, damaged, or has a document type.
        """
        content = _EMPTY if content is None else content
        if len(content) > MOST_BYTES:
            raise SidecarUnreadable(
                sentence("it is larger than {most} MB", most=MOST_BYTES // 1000000)
            )
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            huge_tree=False,
            strip_cdata=False,
        )
        try:
            root = etree.fromstring(_bare(content), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise SidecarUnreadable(sentence("it is no whole XML")) from error
        self._tree = root.getroottree()
        if self._tree.docinfo.doctype:
            raise SidecarUnreadable(sentence("it has a document type, which XMP never has"))
        if _depth(root) > _MOST_DEPTH:
            raise SidecarUnreadable(sentence("it is nested too deeply"))
        self._has_declaration = content.lstrip(b"\xef\xbb\xbf").startswith(b"<?xml ")
        self._encoding = self._tree.docinfo.encoding or "UTF-8"
        self._descriptions = root.findall(f".//{{{_RDF}}}RDF/{_DESCRIPTION}")
        if root.tag == f"{{{_RDF}}}RDF":
            self._descriptions = root.findall(_DESCRIPTION)
        if not self._descriptions:
            raise SidecarUnreadable(sentence("it has no description in RDF, as XMP has"))

    def content(self) -> bytes:
        """Return the packet as bytes, in the encoding that it had."""
        written: bytes = etree.tostring(
            self._tree, encoding=self._encoding, xml_declaration=self._has_declaration
        )
        return written

    def values(self, of: Property) -> list[str]:
        """Return the values of a property; [] if it has none."""
        texts: list[str] = []
        for description in self._descriptions:
            if (simple := description.get(of.tag)) is not None:
                texts.append(simple.strip())
            for element in description.findall(of.tag):
                entries = element.findall(f"*/{_ENTRY}")
                parts = entries or ([] if len(element) else [element])
                texts += ["".join(part.itertext()).strip() for part in parts]
        return [value for value in texts if value]

    def put(self, of: Property, value: str | None) -> None:
        """Set a property that has a single value; None takes it away."""
        holders = [each for each in self._descriptions if each.get(of.tag) is not None]
        elements = [found for each in self._descriptions for found in each.findall(of.tag)]
        if value is not None and holders:
            holders[0].set(of.tag, value)
        elif value is not None and elements:
            for child in list(elements[0]):
                elements[0].remove(child)
            elements[0].text = value
        elif value is not None:
            _append(self._descriptions[0], of).text = value
        for description in holders[1:] if value is not None else holders:
            del description.attrib[of.tag]
        keeps_first = value is not None and not holders
        for element in elements[1:] if keeps_first else elements:
            _remove(element)

    def change_list(self, of: Property, drop: Iterable[str], add: Sequence[str]) -> None:
        """Take entries out of a list, and put others behind those that stay, in this order."""
        gone = set(drop)
        for element in self._lists(of):
            for entry in element.findall(f"*/{_ENTRY}"):
                if "".join(entry.itertext()).strip() in gone:
                    _remove(entry)
        if add:
            holder = self._list_to_fill(of)
            for value in add:
                _append_entry(holder, value)
        for element in self._lists(of):
            if gone and not element.findall(f"*/{_ENTRY}"):
                _remove(element)

    def _lists(self, of: Property) -> list[etree._Element]:
        return [found for each in self._descriptions for found in each.findall(of.tag)]

    def _list_to_fill(self, of: Property) -> etree._Element:
        """Return the first list of a property; made of a single value, or anew."""
        for element in self._lists(of):
            for inner in element:
                if inner.tag in (f"{{{_RDF}}}{kind}" for kind in ("Bag", "Seq", "Alt")):
                    return inner
        before = self.values(of)
        for description in self._descriptions:
            description.attrib.pop(of.tag, None)
        for element in self._lists(of):
            _remove(element)
        made = etree.SubElement(
            _append(self._descriptions[0], of), f"{{{_RDF}}}{of.list_kind}", nsmap={"rdf": _RDF}
        )
        for value in before:
            _append_entry(made, value)
        return made

    def foreign(self) -> object:
        """Return all that is not ours, in a form that compares: order counts, spaces do not."""
        return _canonical(self._tree.getroot())


def _bare(content: bytes) -> bytes:
    """Return a packet without the room around it that programs leave in photos."""
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    return content if is_wide else content.strip(b"\0 \r\n\t")


def _canonical(element: etree._Element) -> object:
    if not isinstance(element.tag, str):  # a comment, or an instruction to a program
        return (str(element.tag), element.text)
    attributes = sorted(pair for pair in element.attrib.items() if pair[0] not in _OURS)
    children = [child for child in element if child.tag not in _OURS]
    texts = [element.text, *(child.tail for child in element)]
    values = tuple(text.strip() for text in texts if text and text.strip())
    return (element.tag, tuple(attributes), values, tuple(map(_canonical, children)))


def _depth(root: etree._Element) -> int:
    deepest = depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest


def _append(description: etree._Element, of: Property) -> etree._Element:
    """Return a new element at the end of a description."""
    prefix = of.label.partition(":")[0]
    made = etree.SubElement(description, of.tag, nsmap={prefix: _PREFIXES[prefix]})
    _indent(made)
    return made


def _append_entry(holder: etree._Element, value: str) -> None:
    entry = etree.SubElement(holder, _ENTRY)
    entry.text = value
    _indent(entry)


def _indent(made: etree._Element) -> None:
    """Put the last child of an element on a line as those before it are."""
    before = made.getprevious()
    if before is not None:
        made.tail, before.tail = before.tail, _space(made.getparent().text) or before.tail


def _space(text: str | None) -> str | None:
    return text if text is not None and not text.strip() else None


def _remove(element: etree._Element) -> None:
    """Take an element out; the text behind it stays."""
    parent, before = element.getparent(), element.getprevious()
    tail = element.tail or ""
    if tail.strip():
        if before is None:
            parent.text = (parent.text or "") + tail
        else:
            before.tail = (before.tail or "") + tail
    elif element.getnext() is None and before is not None:
        before.tail = tail
    parent.remove(element)
