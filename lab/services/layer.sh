#!/bin/sh
# layer.sh BASE LAYER PACKAGES...: installs packages of BASE's Debian into LAYER, a folder of its own, because
# most of the servers exclude one another. Nothing is started. Runs in a mount and process namespace.
set -eu
umask 022
base=$1 layer=$2
shift 2
rm -rf "$layer.new" "$layer.work" "$layer.root"
mkdir -p "$layer.new" "$layer.work" "$layer.root"
root=$layer.root
mount -t overlay overlay -o "lowerdir=$base,upperdir=$layer.new,workdir=$layer.work" "$root"
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf"
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
chroot "$root" apt-get -qq update
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"
chroot "$root" apt-get clean
rm -rf "$root/var/lib/apt/lists"
umount "$root/proc" "$root"
rmdir "$root"
rm -rf "$layer.work"
mv "$layer.new" "$layer"
