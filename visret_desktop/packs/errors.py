"""What can go wrong while packs are fetched and kept; every sentence says what to do."""

from visret_desktop.errors import PackMissing, VisretError


class PackOffline(PackMissing):
    """A pack's files lie on something that is not plugged in: missing, for now."""

    code = "pack-offline"
    sentence = (
        "The model pack {name} lies in {folder}, which is not there now. Plug in its drive, or "
        "install the pack again to have it here."
    )
    exit_code = 3


class PackBusy(VisretError):
    """Another installer works on the same pack."""

    code = "pack-busy"
    sentence = (
        "The model pack {name} is being installed by another window or command right now. Wait "
        "until it is done, or stop it there, then try again."
    )


class PackRefused(VisretError):
    """A pack is not taken in because of what it contains."""

    code = "pack-refused"
    sentence = "{name} is not taken in: {reason}. Choose another file or model."


class PackNameTaken(VisretError):
    """Another pack has the name that one is to get."""

    code = "pack-name-taken"
    sentence = (
        "There is another model pack {name} in {folder}; nothing was changed. Choose another name "
        "with --as, or remove that one first."
    )
    exit_code = 2


class PackNotOffered(VisretError):
    """A pack has the name of one on offer, and is another one."""

    code = "pack-not-offered"
    sentence = (
        "{name} is the name of a model on offer, and this is another one. Give it a name of its "
        "own with --as NAME."
    )
    exit_code = 2


class PackLiesInIt(VisretError):
    """A pack was to be made of files in its own place, or in a folder that it is made of."""

    code = "pack-lies-in-it"
    sentence = (
        "{source} and {target} lie one in the other, so no pack can be made of the one in the "
        "other; nothing was changed. Choose another name with --as, or another folder."
    )
    exit_code = 2


class PackUnknown(VisretError):
    """Nothing is offered, installed or found under this name."""

    code = "pack-unknown"
    sentence = (
        "There is no model pack {name}. `visret packs list` names those on offer; others are "
        "installed as open_clip:MODEL/TAG, hf:OWNER/REPOSITORY or hf:OWNER/REPOSITORY/FILE.gguf."
    )
    exit_code = 3


class PackBuiltIn(VisretError):
    """A pack that comes with the program cannot be removed or replaced."""

    code = "pack-built-in"
    sentence = (
        "The model pack {name} is part of the program and stays. `visret packs use NAME` makes the "
        "program work with another."
    )
    exit_code = 2


class PackInUse(VisretError):
    """The system does not let go of a pack's files."""

    code = "pack-in-use"
    sentence = (
        "The files of {name} are in use ({reason}). Close other windows of this program and try "
        "again; nothing was changed."
    )


class LicenseNotAccepted(VisretError):
    """The license of a pack asks for the person's consent."""

    code = "license-not-accepted"
    sentence = (
        "{title}: the license {license} asks for your consent. Read {url} and, if you agree, "
        "repeat the command with --accept-license."
    )
    exit_code = 3


class TooLittleSpace(VisretError):
    """There is not enough space, before or in the middle of fetching."""

    code = "disk-full"
    sentence = (
        "{folder} has {free} free, which is not enough for {needed}. Make room and repeat the "
        "command: what was fetched so far is kept. --to DIR puts the pack on another drive."
    )


class FileTooLargeForDisk(VisretError):
    """The file system takes no files of that size."""

    code = "file-too-large"
    sentence = (
        "{folder} takes no files as large as those of {what}; drives formatted as FAT32 take up "
        "to 4 GB. Put the pack on another drive with --to DIR."
    )


class HubUnreachable(VisretError):
    """The hub does not answer, or breaks off again and again."""

    code = "hub-unreachable"
    sentence = (
        "{endpoint} cannot be reached ({reason}). Check the connection and repeat the command; "
        "what was fetched so far is kept. Without a network: `visret packs import FOLDER`."
    )


class HubAnswerUnusable(VisretError):
    """The hub answers what no hub would: too much, for ever, or something else than was asked."""

    code = "hub-answer-unusable"
    sentence = (
        "{endpoint} sends what cannot be used ({reason}). Check the address of the hub in the "
        "settings, or try another network or hub; what was fetched so far is kept."
    )


class HubOffline(VisretError):
    """The person forbade libraries to use the network."""

    code = "hub-offline"
    sentence = (
        "HF_HUB_OFFLINE is set, so nothing is fetched. Unset it and repeat the command, or take "
        "the pack from a folder with `visret packs import FOLDER`."
    )
    exit_code = 3


class HubBusy(VisretError):
    """The hub asks to come back later."""

    code = "hub-busy"
    sentence = (
        "{endpoint} answers too many requests now ({reason}). Wait {wait} and try again; what was "
        "fetched so far is kept."
    )


class RepositoryMissing(VisretError):
    """The repository, its revision or a file in it is not there, or not for this person."""

    code = "repository-missing"
    sentence = (
        "{endpoint} has no {what}. Check the spelling; if it is private, log in with "
        "`visret packs login` and repeat the command."
    )
    exit_code = 3


class TokenRefused(VisretError):
    """The hub does not know the person's token."""

    code = "token-refused"
    sentence = (
        "{endpoint} does not accept your token. Make a new one at {tokens_url} and run "
        "`visret packs login` with it, or unset HF_TOKEN, and repeat the command."
    )
    exit_code = 3


class TokenUnusable(VisretError):
    """What was given as a token can be none."""

    code = "token-unusable"
    sentence = "This token cannot be used: {reason}."
    exit_code = 2


class LoginUnreachable(VisretError):
    """The hub does not say whether it knows a token."""

    code = "login-unreachable"
    sentence = "{endpoint} cannot be reached ({reason}). Check the connection and try again."


class TokenFromOutside(VisretError):
    """The token comes from the environment, where we cannot forget it."""

    code = "token-from-outside"
    sentence = (
        "The token comes from the environment variable {variable}; unset it to be logged out."
    )
    exit_code = 2


class RepositoryGated(VisretError):
    """The repository is given only to people who accepted its license on the hub."""

    code = "repository-gated"
    sentence = (
        "{repo} is given only to people who accepted its license. Open {url}, log in and accept; "
        "then make a token at {tokens_url}, run `visret packs login` with it and repeat the "
        "command."
    )
    exit_code = 3


class RepositoryForbidden(VisretError):
    """The person is known to the hub but has no access yet."""

    code = "repository-forbidden"
    sentence = (
        "Your account may not read {repo} yet. Open {url} with that account and accept the "
        "license (some owners answer by mail); a token must allow reading gated repositories. "
        "Then try again."
    )
    exit_code = 3


class DownloadDamaged(VisretError):
    """What arrived is not what was announced, twice."""

    code = "download-damaged"
    sentence = (
        "{path} arrived altered twice: {reason}. Something between here and {endpoint} changes "
        "it, such as a proxy or a login page. Try another network; the other files are kept."
    )


class LinksImpossible(VisretError):
    """This system or drive cannot link files."""

    code = "links-impossible"
    sentence = "{path} cannot be linked ({reason}). Leave --link out to copy it."
