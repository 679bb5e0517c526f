"""Which language the window speaks: that of the system, or one that was chosen."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from visret_desktop.paths import bundled
from visret_desktop.settings import LANGUAGES

_PARENT = "languages"  # name of the translators that `use` installed


def use(application: QCoreApplication, chosen: str) -> str:
    """Speak `chosen`, one of `settings.LANGUAGES`, from now on; return what is spoken, as 'de'.

    What is shown already stays as it is, so this comes before the window is built. English has a
    file, too: it says what is one and what are many. Dates and numbers follow the language.
    """
    language = spoken(chosen, QLocale.system())
    QLocale.setDefault(_locale(language, QLocale.system()))
    for before in application.findChildren(QTranslator, _PARENT):
        application.removeTranslator(before)
        before.deleteLater()
    # Buttons such as "Cancel" are Qt's own. What was installed last is asked first.
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in ((f"qtbase_{language}", of_qt), (language, str(bundled("languages")))):
        translator = QTranslator(application)
        translator.setObjectName(_PARENT)
        if translator.load(f"{name}.qm", folder):
            application.installTranslator(translator)
    return language


def spoken(chosen: str, system: QLocale) -> str:
    """Return the language for a setting: the first that the system wants and we have."""
    if chosen != LANGUAGES[0]:
        return chosen
    wanted = [name.replace("_", "-").partition("-")[0] for name in system.uiLanguages()]
    return next((name for name in wanted if name in LANGUAGES[1:]), "en")


def _locale(language: str, system: QLocale) -> QLocale:
    """Return how dates and numbers look: as the system has them, if it has this language."""
    spoken_language = QLocale(language).language()
    if spoken_language == system.language():
        return system
    here = QLocale(spoken_language, system.territory())
    # Elsewhere English has the order of days and months that most of the world reads.
    is_known = here.territory() == system.territory()
    return here if is_known else QLocale(spoken_language, QLocale.Country.World)
