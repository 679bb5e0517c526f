"""Programs that make something of the built-in models; argv: data, cache and config folder."""

_BEGIN = """
import sys
from pathlib import Path
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths
paths = Paths(*map(Path, sys.argv[1:]))
"""
DRAWING = f"""{_BEGIN}
from visret_desktop.models.drawing.visualizer import prepare_visualizer
prepare_visualizer(find(paths, "starter-visualizer"), paths)
"""
FORM = f"""{_BEGIN}
from visret_desktop.models.encoders.compiled import find_compiled
from visret_desktop.models.encoders.precision_export import make_again
make_again(find_compiled(find(paths, "starter"), paths), "int8")
"""
NETWORK = f"""{_BEGIN}
import numpy as np
from openvino import Model, opset13
from visret_desktop.models.runtimes.openvino_runtime import write_model
numbers = np.ones((1000, 1000), np.float32)
given = opset13.parameter((1, 1000), np.float32)
network = Model([opset13.matmul(given, opset13.constant(numbers), False, False)], [given])
write_model(network, paths.data / "network.xml")
"""
