"""What Windows' packages have that visret never loads; see installer/pruning.py."""

from installer import pruning
from installer.pruning import QT, QT_PLUGINS, Rule

RULES = (
    *pruning.EVERYWHERE,
    pruning.OPENVINO_OF_INTEL,
    Rule("OpenVINO: what people link with", ("openvino/libs/*.lib",)),
    Rule("torch: what people link with", ("torch/lib/*.lib", "torch/lib/mimalloc-*")),
    Rule(
        "Qt: modules that are not used",
        ("PySide6/Qt*.pyd", "PySide6/pyside6qml*.dll"),
        keeps=tuple(f"Qt{name}.pyd" for name in QT),
    ),
    Rule(
        "Qt: libraries of those modules",
        ("PySide6/Qt6*.dll",),
        keeps=tuple(f"Qt6{name}.dll" for name in QT),
    ),
    Rule("Qt: OpenGL without a graphics card, 20 MB", ("PySide6/opengl32sw.dll",)),
    Rule("Qt: tools for developers", ("PySide6/*.exe", "PySide6/*.lib")),
    Rule("Qt: windows described in QML", ("PySide6/qml", "PySide6/metatypes", "PySide6/resources")),
    Rule("Qt: kinds of plugins that are not used", ("PySide6/plugins/*",), keeps=tuple(QT_PLUGINS)),
    Rule("Qt: a plugin of a module that is not there", ("PySide6/plugins/imageformats/qpdf.dll",)),
    Rule("Qt: texts of its tools", ("PySide6/translations/*",), keeps=("qtbase_*.qm",)),
)
