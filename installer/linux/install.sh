#!/bin/sh
# Puts visret in place for you alone: no administrator, no network.
# `install.sh --remove` takes it away again. In both cases your library of photos stays, and so does
# what you put into the program folder yourself, such as `portable` and `cuda`. Put nothing into the
# folders `bin`, `python`, `share` and `LICENSES` in it: these are replaced and removed as a whole.
set -eu
umask 022

from=$(dirname -- "$(readlink -f -- "$0")")
commands=$HOME/.local/bin
entries="bin python share LICENSES README.txt install.sh" # what we put into a program folder
mark=installation.json            # every program folder of ours has one
list=files-outside                # in it: what was put elsewhere, as checksum, size and path

case ${XDG_DATA_HOME:-} in
    /*) data=$XDG_DATA_HOME ;;
    *) data=$HOME/.local/share ;; # a relative one has no meaning
esac
target=${VISRET_PREFIX:-$HOME/.local/lib/visret}
case $target in /*) ;; *) target=$PWD/$target ;; esac
while [ "$target" != "${target%/}" ]; do target=${target%/}; done
target=${target:-/}
[ ! -d "$target" ] || target=$(cd -- "$target" && pwd)

refuse() {
    printf '%s\n' "install.sh: $1" >&2
    exit 1
}

there() { # also a link that leads nowhere
    [ -e "$1" ] || [ -L "$1" ]
}

ours() { # whether a folder is a program folder of visret
    [ ! -L "$1" ] && [ -f "$1/$mark" ] && grep -q '"program": "visret"' "$1/$mark"
}

free() { # whether a folder has nothing but what people make for visret
    [ ! -L "$1" ] && [ -d "$1" ] && ! ls -A -- "$1" | grep -qvx -e portable -e cuda
}

refuse_while_it_runs() { # the shells of all Linuxes know -ef: both are the same file
    for process in /proc/[0-9]*; do
        for program in "$target"/python/bin/*; do
            [ ! "$process/exe" -ef "$program" ] ||
                refuse "visret is running (process ${process#/proc/}). Close visret first."
        done
    done
}

remove_folder() { # what we put into it, the mark last; then the folder, if nothing else is in it
    if ours "$1"; then
        for entry in $entries "$list" replaced placing; do
            rm -rf -- "${1:?}/$entry"
        done
        rm -f -- "$1/$mark"
        rmdir -- "$1" 2>/dev/null || true
    elif there "$1"; then
        refuse "$1 was not made by visret; nothing was changed there."
    fi
}

make_folder() { # and write down each that was not there
    [ ! -d "$1" ] || return 0
    make_folder "$(dirname -- "$1")"
    mkdir -- "$1"
    printf 'folder - %s\n' "$1"
}

remove_outside() { # what the installed version put outside its folder, unless somebody changed it
    [ -f "$target/$list" ] || return 0
    while read -r sum size path; do
        if [ "$sum" = folder ] || ! there "$path"; then
            continue
        elif [ ! -L "$path" ] && [ -f "$path" ] && [ "$(cksum <"$path")" = "$sum $size" ]; then
            rm -f -- "$path"
        else
            printf '%s\n' "$path is not as visret made it, and stays."
        fi
    done <"$target/$list"
}

folders_outside() {
    [ ! -f "$target/$list" ] || grep '^folder ' "$target/$list" || true
}

in_one_word() { # for the shell
    printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"
}

in_desktop_file() { # in quotes as desktop files want them, then for the right side of sed
    printf '"%s"' "$(printf %s "$1" | sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')" |
        sed 's/[\\&|]/\\&/g'
}

taken() { # whether somebody has a file where one of ours would go
    there "$1" && printf '%s\n' "$1 is not of this program, and stays as it is."
}

put() { # the file `placing` at a path outside the program folder; written down before it is there
    make_folder "$(dirname -- "$1")" >>"$target/$list"
    printf '%s %s\n' "$(cksum <"$target/placing")" "$1" >>"$target/$list"
    mv -- "$target/placing" "$1"
}

place_command() {
    if taken "$commands/$1"; then
        printf '%s\n' "Start $target/bin/$1 instead."
        return 0
    fi
    printf '#!/bin/sh\n# Made by %s\nexec %s "$@"\n' "visret's install.sh." \
        "$(in_one_word "$target/bin/$1")" >"$target/placing"
    chmod 755 -- "$target/placing"
    put "$commands/$1"
}

place_shared() { # a file of the folder `share`, with our commands by their whole paths
    ! taken "$data/$1" || return 0
    case $1 in
        *.desktop | *.nemo_action)
            sed -e "s|^\(Try\)\{0,1\}Exec=\(visret[a-z-]*\)|\1Exec=@\2@|" \
                -e "s|^Exec=@visret@|Exec=$(in_desktop_file "$target/bin/visret")|" \
                -e "s|^Exec=@visret-desktop@|Exec=$(in_desktop_file "$target/bin/visret-desktop")|" \
                -e '/^TryExec=@/d' "$target/share/$1" >"$target/placing"
            ;;
        *) cp -- "$target/share/$1" "$target/placing" ;;
    esac
    case $1 in kio/servicemenus/*) chmod 755 -- "$target/placing" ;; esac # else KDE does not trust it
    put "$data/$1"
}

tell_desktop() {
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$data/applications" 2>/dev/null || true
    fi
    if command -v update-mime-database >/dev/null && [ -d "$data/mime/packages" ]; then
        update-mime-database "$data/mime" 2>/dev/null || true
    fi
}

remove() {
    ours "$target" || refuse "there is no visret in $target."
    refuse_while_it_runs
    remove_outside
    folders=$(folders_outside | sort -r) # the inner ones first
    remove_folder "$target"
    tell_desktop
    printf '%s\n' "$folders" | while read -r _ _ folder; do
        rmdir -- "$folder" 2>/dev/null || true
    done
    printf '%s\n' "visret is removed. Your library of photos is kept."
    [ ! -d "$target" ] || printf '%s\n' "$target has files that are yours, and stays."
}

copy() { # into a folder beside the program folder, so that a full disk changes nothing
    remove_folder "$target.new"
    [ ! -e "$target.new" ] || refuse "$target.new has files that are yours. Move them elsewhere."
    mkdir -- "$target.new"
    trap 'rm -rf -- "$target.new"' EXIT
    for entry in "$mark" $entries; do
        ! there "$from/$entry" || cp -R -- "$from/$entry" "$target.new/"
    done
    chmod -R u+w -- "$target.new"
    chmod 755 -- "$target.new"/bin/* "$target.new"/python/bin/*
}

exchange() { # our part of the program folder; what a person has in it is not touched
    [ -d "$target" ] || mkdir -- "$target"
    cp -- "$target.new/$mark" "$target/$mark" # first: what is cut off is known as ours
    mkdir -- "$target.new/replaced"
    for entry in $entries; do
        ! there "$target/$entry" || mv -- "$target/$entry" "$target.new/replaced/"
        ! there "$target.new/$entry" || mv -- "$target.new/$entry" "$target/"
    done
    remove_folder "$target.new"
    trap - EXIT
}

install() {
    [ -f "$from/$mark" ] || refuse "this is not the folder of visret: $from"
    [ "$from" != "$(readlink -f -- "$target")" ] || refuse "visret is already installed here."
    if there "$target" && ! ours "$target" && ! free "$target"; then
        refuse "$target was not made by visret. Move it, or name another folder in VISRET_PREFIX."
    fi
    refuse_while_it_runs
    folders=$(folders_outside; make_folder "$(dirname -- "$target")")
    copy
    exchange
    remove_outside >/dev/null
    printf '%s\n' "$folders" >"$target/$list"
    place_command visret
    place_command visret-desktop
    (cd -- "$target/share" && find . -type f) | sed 's|^\./||' | sort | while IFS= read -r path; do
        place_shared "$path"
    done
    tell_desktop
    for name in portable cuda; do
        [ ! -e "$from/$name" ] || printf '%s\n' "$from/$name is yours, and was not copied."
    done
    printf '%s\n' "visret is installed in $target." \
        "Start it from the menu, or with $commands/visret-desktop."
}

case ${1:-} in
    "") install ;;
    --remove) remove ;;
    *) refuse "it takes no other word than --remove." ;;
esac
exit
