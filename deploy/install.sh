#!/bin/sh
# deploy/install.sh [FOLDER]: installs a built checkout (npm ci, npm run build) on this Debian as a service, or
# updates an installed one. Run it as root on the box; running it again is safe. FOLDER is the checkout, by default
# the one that contains this file. Leaves /var/lib/parking-edge and local changes in /etc/parking-edge untouched.
set -eu
umask 022
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

say() { echo "install.sh: $*"; }
fail() { say "$*" >&2; exit 1; }

here=$(dirname "$(readlink -f "$0")")
from=$(readlink -f "${1:-$here/..}")
base=/usr/lib/parking-edge
# Next to the versions installed from packages, which have folders of their own.
home=$base/checkout

[ "$(id -u)" = 0 ] || fail 'this must be run as root'
# The Node that npm start has fetched for this checkout, or else the machine's own.
node=$from/node_modules/.bin/node
[ -x "$node" ] || node=$(command -v node) || fail 'Node.js is not installed (24.15 or newer)'
"$node" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 24 || (a === 24 && b >= 15) ? 0 : 1)' || fail "Node.js $("$node" -v) is too old: 24.15 or newer"
! dpkg -s parking-edge > /dev/null 2>&1 || fail 'it is installed from packages here: apt-get install parking-edge updates it'
[ -d /run/systemd/system ] || [ "${PARKING_OFFLINE:-}" = 1 ] || fail 'this is not a system that runs on systemd'
for file in server/dist/main.js console/dist/manifest.json manual/dist/hashmap.json server/migrations server/fonts analysis/dist/main.js analysis/models/detector.onnx; do
  [ -e "$from/$file" ] || fail "$file is missing in $from: run npm run build first"
done

if ! getent passwd parking-edge > /dev/null; then
  # A system account without a login.
  getent group parking-edge > /dev/null || groupadd --system parking-edge
  useradd --system --gid parking-edge --home-dir /var/lib/parking-edge --no-create-home --shell /usr/sbin/nologin parking-edge
fi

# The program is copied to a new folder first, so that the running one never mixes two versions.
new=$home.new
rm -rf "$new"
mkdir -p "$new/server" "$new/console" "$new/manual" "$new/analysis" "$new/root-helper.d" "$new/guard"
cp -R "$from/server/dist" "$from/server/migrations" "$from/server/fonts" "$from/server/package.json" "$new/server/"
cp -R "$from/console/dist" "$new/console/"
cp -R "$from/manual/dist" "$new/manual/"
cp -R "$from/analysis/dist" "$from/analysis/models" "$from/analysis/package.json" "$new/analysis/"
packages=$("$node" "$here/list-packages.mjs" "$from")
echo "$packages" | (cd "$from" && tar -c -T -) | tar -x -C "$new" --no-same-owner
install -m 0755 "$here/root-helper" "$new/root-helper"
[ ! -e "$from/docs/install.md" ] || install -m 0644 "$from/docs/install.md" "$new/device.md"
for file in "$here"/root-helper.d/*; do
  [ -f "$file" ] && install -m 0644 "$file" "$new/root-helper.d/"
done
install -m 0644 "$here"/guard/*.mjs "$new/guard/"
case $node in
  "$from"/*) install -m 0755 "$node" "$new/node" ;;
  *) ln -s "$(readlink -f "$node")" "$new/node" ;;
esac
chown -R root:root "$new"
chmod -R u+rwX,go+rX,go-w "$new"
# Removes the layout from before versions were installed side by side.
rm -rf "$base/server" "$base/console" "$base/analysis" "$base/node_modules" "$base/root-helper" "$base/root-helper.d" "$base/node" "$base/device.md"
rm -rf "$home.old"
[ ! -e "$home" ] || mv "$home" "$home.old"
mv "$new" "$home"
rm -rf "$home.old"
for link in current good; do ln -sfn checkout "$base/$link"; done
install -m 0755 "$here/guard-launcher" "$base/guard"
install -m 0755 "$here/analysis-backoff" "$base/analysis-backoff"
install -d -m 0755 /var/lib/parking-edge-guard

# The analysis program of this product, unless another program replaces it (docs/install.md).
run=/usr/lib/parking-analysis/run
if [ ! -e "$run" ] || grep -qs "$base/" "$run"; then
  install -d -m 0755 /usr/lib/parking-analysis
  install -m 0755 "$here/parking-analysis-run" "$run"
fi

# The command by which root restores access when no administrator can sign in.
install -m 0755 "$here/network-take-over" "$base/network-take-over"
install -m 0755 "$here/parking-edge" /usr/sbin/parking-edge
install -D -m 0644 "$here/parking-edge.8" /usr/share/man/man8/parking-edge.8

install -d -m 0755 /etc/parking-edge
[ -e /etc/parking-edge/environment ] || install -m 0644 "$here/environment" /etc/parking-edge/environment
install -d -m 0700 -o parking-edge -g parking-edge /var/lib/parking-edge

# Allows this group to ping without a capability: the guided check pings the gateway and the name servers.
install -d /etc/sysctl.d
gid=$(getent group parking-edge | cut -d: -f3)
printf 'net.ipv4.ping_group_range = %s %s\n' "$gid" "$gid" > /etc/sysctl.d/50-parking-edge.conf
# The packages that an update may install, and the key of their repository (PARKING_KEYRING: a keyring file for apt).
[ -e /etc/parking-edge/packages ] || install -m 0644 "$here/packages" /etc/parking-edge/packages
[ -z "${PARKING_KEYRING:-}" ] || install -m 0644 "$PARKING_KEYRING" /usr/share/keyrings/parking-edge.gpg

units=/usr/lib/systemd/system
install -d /etc/polkit-1/rules.d
for unit in parking-edge.service parking-analysis.service parking-edge-root@.service parking-edge-auto-update.service parking-edge-auto-update.timer parking-edge-guard.service parking-edge-guard-boot.service parking-edge-guard.path; do
  install -m 0644 "$here/$unit" "$units/$unit"
done
for file in "$here"/*.service.d/*.conf; do
  install -D -m 0644 "$file" "$units/${file#"$here"/}"
done
install -m 0644 "$here/50-parking-edge.rules" /etc/polkit-1/rules.d/50-parking-edge.rules

systemctl --quiet enable parking-edge.service parking-analysis.service
if [ "${PARKING_OFFLINE:-}" != 1 ]; then
  systemctl daemon-reload
  [ ! -w /proc/sys/net/ipv4/ping_group_range ] || echo "$gid $gid" > /proc/sys/net/ipv4/ping_group_range
  systemctl restart parking-edge.service
  systemctl restart parking-analysis.service || say 'the analysis program does not start: journalctl -u parking-analysis'
fi
# Required for live video, and for pictures of cameras that only have a stream.
if ! command -v ffmpeg > /dev/null; then
  if [ "${PARKING_FFMPEG:-}" = 1 ]; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends ffmpeg || say 'ffmpeg could not be installed: live views show still pictures until it is'
  else
    say 'recommended for live video: apt-get install --no-install-recommends ffmpeg (or PARKING_FFMPEG=1 install.sh)'
  fi
fi
say "installed in $home; the first password: journalctl -u parking-edge -g 'One-time password'"
