#!/bin/sh
# rootfs.sh FOLDER NODE: creates FOLDER, a Debian 12 with systemd and the packages of a box. Packages come
# from the sources of this machine's apt.
set -eu
umask 022
target=$1
node=$2
made=$target.new
mirror=${PARKING_LAB_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)}

rm -rf "$made"
debootstrap --variant=minbase bookworm "$made" "$mirror"
# The host's name servers are needed only while packages are fetched. The lab itself has no Internet access.
cp /etc/resolv.conf "$made/etc/resolv.conf"
chroot "$made" env DEBIAN_FRONTEND=noninteractive apt-get -qq update
chroot "$made" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
  systemd systemd-sysv systemd-timesyncd libpam-systemd dbus polkitd network-manager openvpn \
  apt gpg gpgv unattended-upgrades iproute2 iputils-ping iputils-arping procps ca-certificates libstdc++6 tzdata openssl \
  libedit2 libnettle8 libhogweed6 libgnutls30 libseccomp2 libcap2 libtomcrypt1
# The lab's NTP server is unpacked into a folder of its own, because installing it would replace
# systemd-timesyncd.
chroot "$made" sh -c 'cd /tmp && apt-get -qq download chrony && mkdir -p /opt/peer && dpkg-deb -x chrony_*.deb /opt/peer && rm chrony_*.deb'
chroot "$made" apt-get clean
install -m 0755 "$node" "$made/usr/local/bin/node"
# From here on the lab's repository is the only source of packages.
rm -rf "$made/var/lib/apt/lists" "$made/etc/apt/sources.list" "$made/etc/resolv.conf"
mkdir -p "$made/var/lib/apt/lists/partial"
: > "$made/etc/apt/sources.list"
: > "$made/etc/resolv.conf"
mkdir -p "$made/dev/net"
[ -e "$made/dev/net/tun" ] || mknod -m 0666 "$made/dev/net/tun" c 10 200
chroot "$made" systemctl disable --quiet apt-daily.timer apt-daily-upgrade.timer fstrim.timer e2scrub_all.timer 2>/dev/null || true
rm -f "$made/etc/machine-id" "$made/etc/hostname"
: > "$made/etc/machine-id"
mv "$made" "$target"
