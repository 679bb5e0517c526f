"""What macOS' packages have that visret never loads; see installer/pruning.py."""

from installer import pruning
from installer.pruning import QT, QT_PLUGINS, Rule

RULES = (
    *pruning.EVERYWHERE,
    Rule(
        "Qt: modules that are not used",
        ("PySide6/Qt*.abi3.so", "PySide6/libpyside6qml*"),
        keeps=tuple(f"Qt{name}.abi3.so" for name in QT),
    ),
    Rule(
        "Qt: libraries of those modules",
        ("PySide6/Qt/lib/Qt*.framework",),
        keeps=tuple(f"Qt{name}.framework" for name in QT),
    ),
    Rule("Qt: windows described in QML", ("PySide6/Qt/qml", "PySide6/Qt/metatypes")),
    Rule(
        "Qt: tools for developers",
        (
            *("PySide6/*.app", "PySide6/Qt/libexec", "PySide6/lrelease", "PySide6/lupdate"),
            *("PySide6/qml*", "PySide6/svgtoqml"),
        ),
    ),
    Rule(
        "Qt: kinds of plugins that are not used",
        ("PySide6/Qt/plugins/*",),
        keeps=tuple(QT_PLUGINS),
    ),
    Rule(
        "Qt: a plugin of a module that is not there",
        ("PySide6/Qt/plugins/imageformats/libqpdf.dylib",),
    ),
    Rule("Qt: texts of its tools", ("PySide6/Qt/translations/*",), keeps=("qtbase_*.qm",)),
)
