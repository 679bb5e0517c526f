"""Make the picture that somebody wants of a decoded photo."""

from dataclasses import asdict

from PIL import Image

from visret_desktop.decoding.messages import Rendition
from visret_desktop.library.photos.fitting import fit_into
from visret_desktop.models.encoders.preprocess import Preprocess


def view_for(preprocess: Preprocess) -> Rendition:
    """Return the view that an encoder with this preprocess looks at."""
    return Rendition(preprocess.side, preprocess.least, asdict(preprocess))


def make_view(rendition: Rendition, image: Image.Image) -> Image.Image:
    """Return the RGB picture that a view is of an upright RGB picture of any size."""
    if rendition.preprocess is not None:
        return Preprocess(**rendition.preprocess).square(image)
    return fit_into(image, rendition.side)
