"""Every change we make on a disk goes through here: create, replace, move, delete.

There are two kinds of places, and no others:

- **Ours** (`own_files`): a folder below one that carries our mark, the file `.visret-own`. `claim`
  marks the folders of a profile, folders in which packs are put together, and packs. What decides
  is where a path really leads: a link from one of our folders to somebody else's is somebody
  else's.
- **Asked for** (`asked_files`): a file or folder that a person named, such as a contact sheet.
  Nothing that exists is replaced unless the person said so, a folder never is, and nothing is
  written among photos. Sidecars are the one exception, through a door of their own:
  `replace_sidecar`.

New content goes to a temporary name, reaches the disk, and takes the final name at once, so that
after a crash a file is whole: as before or as now.
"""

from visret_desktop.file_changes.asked_files import AskedFolder as AskedFolder
from visret_desktop.file_changes.asked_files import asked_file as asked_file
from visret_desktop.file_changes.asked_files import asked_folder as asked_folder
from visret_desktop.file_changes.asked_files import check_asked_file as check_asked_file
from visret_desktop.file_changes.asked_files import check_asked_folder as check_asked_folder
from visret_desktop.file_changes.asked_files import make_asked_folder as make_asked_folder
from visret_desktop.file_changes.asked_files import refuse_among_photos as refuse_among_photos
from visret_desktop.file_changes.open_folders import LITTER as LITTER
from visret_desktop.file_changes.open_folders import MARK as MARK
from visret_desktop.file_changes.open_folders import Identity as Identity
from visret_desktop.file_changes.open_folders import as_usual as as_usual
from visret_desktop.file_changes.open_folders import identities as identities
from visret_desktop.file_changes.open_folders import identity as identity
from visret_desktop.file_changes.open_folders import private as private
from visret_desktop.file_changes.own_files import appending as appending
from visret_desktop.file_changes.own_files import claim as claim
from visret_desktop.file_changes.own_files import copy as copy
from visret_desktop.file_changes.own_files import is_own as is_own
from visret_desktop.file_changes.own_files import link as link
from visret_desktop.file_changes.own_files import make_folder as make_folder
from visret_desktop.file_changes.own_files import move as move
from visret_desktop.file_changes.own_files import move_out as move_out
from visret_desktop.file_changes.own_files import new_file as new_file
from visret_desktop.file_changes.own_files import open_lock as open_lock
from visret_desktop.file_changes.own_files import remove as remove
from visret_desktop.file_changes.own_files import remove_empty as remove_empty
from visret_desktop.file_changes.own_files import remove_tree as remove_tree
from visret_desktop.file_changes.own_files import sweep as sweep
from visret_desktop.file_changes.own_files import sync as sync
from visret_desktop.file_changes.own_files import tell_kernel as tell_kernel
from visret_desktop.file_changes.own_files import temporary_folder as temporary_folder
from visret_desktop.file_changes.own_files import write as write
from visret_desktop.file_changes.sidecar_files import replace_sidecar as replace_sidecar
