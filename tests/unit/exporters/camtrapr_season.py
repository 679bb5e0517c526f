"""The example season of R's camtrapR: when which species was photographed, by names of its photos.

Jürgen Niedballa, Rahel Sollmann, Alexandre Courtiol, Andreas Wilting (2016), camtrapR. In Borneo
in 2009: PBE is the leopard cat, VTA the Malay civet, EGY the moonrat, MNE the pig-tailed macaque,
TRA the mousedeer. A time may stand there several times: so many photos were taken in that minute.
"""

from pathlib import Path

from tests.unit.exporters.made_library import hash_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import DeploymentKey, StoredDeployment
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes

PHOTOS = {
    "StationA": {
        "PBE": "21-4 00:40, 22-4 20:19, 22-4 20:21, 23-4 00:07, 23-4 00:09, 7-5 17:11",
        "VTA": "10-4 05:07, 6-5 19:06",
    },
    "StationB": {
        "MNE": "15-4 07:21, 15-4 07:23, 28-4 17:47, 28-4 17:47, 28-4 17:48, 28-4 17:48,"
        " 28-4 17:48, 28-4 17:49, 28-4 17:49, 28-4 17:49",
        "PBE": "5-4 00:11, 5-4 23:13, 7-4 00:23, 10-4 04:07, 10-4 04:08, 14-4 06:13, 24-4 22:54,"
        " 25-4 04:33, 25-4 04:33, 14-5 02:11",
        "VTA": "15-4 19:12, 27-4 05:07",
        "unknown": "7-5 18:45",
    },
    "StationC": {
        "EGY": "6-4 03:49, 12-4 20:26, 12-4 20:26, 23-4 02:25, 23-4 02:27, 25-4 03:09, 27-4 00:17,"
        " 2-5 03:35, 2-5 03:36",
        "PBE": "6-4 03:00, 6-4 03:00, 14-4 23:30, 14-4 23:30, 18-4 22:57, 23-4 03:33, 23-4 03:34,"
        " 5-5 18:24, 5-5 18:25, 7-5 18:47",
        "TRA": "11-4 21:44, 11-4 21:46, 11-4 21:46, 13-4 22:38, 13-4 22:38, 14-4 00:18,"
        " 14-4 00:18, 24-4 19:26, 24-4 19:27, 27-4 00:19, 27-4 00:20, 1-5 20:10, 1-5 20:12,"
        " 2-5 00:10, 2-5 00:11, 12-5 02:32, 12-5 02:34",
        "VTA": "24-4 02:57",
    },
}
# When cameras were set up and retrieved: at noon, as the table of stations has days only.
PERIODS = {
    "StationA": ("2009-04-02", "2009-05-14"),
    "StationB": ("2009-04-03", "2009-05-16"),
    "StationC": ("2009-04-04", "2009-05-17"),
}


def fill_with_season(catalog: Catalog, root: Path) -> int:
    """Put the photos with what was accepted in them, and return the id of their folder."""
    folder = catalog.roots.add(root).id
    notes = {}
    with catalog.batch():
        for station, photos in PHOTOS.items():
            for species, times in photos.items():
                for number, time in enumerate(times.split(", ")):
                    metadata = Metadata(format="JPEG", taken_at=_taken(time))
                    path = f"{station}/{species}/{number}.JPG"
                    print_of = Fingerprint(10, 10**18)
                    catalog.put_photo(folder, path, print_of, hash_of(path), "uid", metadata)
                    notes[hash_of(path)] = Notes(names=(AcceptedName(species),))
    catalog.annotations.put_notes(notes)
    return folder


def _taken(time: str) -> str:
    day, _, clock = time.partition(" ")
    day, _, month = day.partition("-")
    return f"2009-{int(month):02}-{int(day):02}T{clock}:00"


def fill_with_stations(catalog: Catalog, root: Path) -> None:
    """Put the photos, and say of each station when its cameras stood there."""
    folder = fill_with_season(catalog, root)
    for station, (start, end) in PERIODS.items():
        fields = {
            "locationName": station,
            "deploymentStart": f"{start}T12:00:00+08:00",
            "deploymentEnd": f"{end}T12:00:00+08:00",
        }
        # The folders of species are a deployment each, which stood at their station.
        folders = {"PBE", "VTA", "MNE", "EGY", "TRA", "unknown"}
        catalog.annotations.put_deployments(
            [
                StoredDeployment(DeploymentKey("folder", folder, f"{station}/{one}"), fields=fields)
                for one in sorted(folders)
            ]
        )
