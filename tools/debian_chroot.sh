#!/bin/sh
# Tries the bundle in a bare Debian 12 without Python: the .deb with what it depends on, then the tar.
# Usage: tools/debian_chroot.sh [FOLDER]    (as root; FOLDER: where the system is made, kept for later)
set -eu
cd "$(dirname "$0")/.."

system=${1:-build/debian-12}
deb=$(ls dist/release/sevenplots_*.deb)
tar=$(ls dist/release/sevenplots-*-linux-*.tar.gz)

stop() {
    printf '%s\n' "$@" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || stop "debootstrap and chroot need root."
command -v debootstrap >/dev/null || stop "debootstrap is missing; apt-get install debootstrap."

if [ ! -f "$system/.complete" ]; then
    mkdir -p "$system"
    debootstrap --variant=minbase bookworm "$system"
    touch "$system/.complete"
fi
system=$(cd "$system" && pwd -P)

inside() {
    chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

close() {
    for each in proc dev; do
        ! mountpoint -q "$system/$each" || umount "$system/$each"
    done
}

# /dev is a small one of its own: whatever goes wrong in there touches no device of this system.
mount -t proc proc "$system/proc"
trap close EXIT
mount -t tmpfs -o mode=755 tmpfs "$system/dev"
for each in null zero random urandom; do
    cp -a "/dev/$each" "$system/dev/$each"
done
mkdir -p "$system/dev/shm" "$system/srv/try"
cp "$deb" "$tar" tools/smoke_bundle.sh "$system/srv/try/"

inside apt-get update -qq
inside apt-get install -qq --yes --no-install-recommends xvfb "/srv/try/$(basename "$deb")" \
    >/dev/null
! inside sh -c 'command -v python3' || stop "There is a Python in there."
printf '== the package\n'
inside sh /srv/try/smoke_bundle.sh /usr/lib/sevenplots/sevenplots
inside /usr/bin/sevenplots --version
printf '== the tar\n'
inside sh -c "cd /srv/try && tar -xzf $(basename "$tar")"
inside sh /srv/try/smoke_bundle.sh /srv/try/sevenplots/sevenplots
inside apt-get remove -qq --yes sevenplots >/dev/null
[ ! -e "$system/usr/lib/sevenplots" ] || stop "The package leaves files behind."
printf 'The bundle works in a bare Debian 12.\n'
