#!/bin/sh
# arm64.sh DISK NODE: in namespaces of its own, registers the emulator for arm64 and runs the packages on DISK until
# their analysis program has reported a car. Then the same with the build of this machine's own processor, by NODE.
set -eu
disk=$1 node=$2
ip link set lo up
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
# The first bytes of an arm64 ELF program. Flag F opens the emulator now, so that it works inside the chroot.
printf '%s' ':aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$disk"'/usr/bin/qemu-aarch64-static:F' > /proc/sys/fs/binfmt_misc/register
mount --rbind /dev "$disk/dev"
mount -t proc proc "$disk/proc"
mount -t tmpfs tmp "$disk/tmp"
mkdir "$disk/tmp/native"
say() { echo "$name, $(($(date +%s) - began)) s: $*"; }

# box NAME: the server and the analysis program, by the functions that NAME defines, until the first event.
box() {
  name=$1 began=$(date +%s)
  log=$disk/tmp/$name.log
  "server_of_$name" > "$log" 2> "$log.err" &
  server=$!
  until grep -q '^Console:' "$log"; do
    kill -0 $server 2> /dev/null || { cat "$log.err"; exit 1; }
    sleep 0.2
  done
  say "the server listens: $(sed -n 's/^Console: //p' "$log")"
  "analysis_of_$name" > "$log.analysis" 2>&1 &
  analysis=$!
  said=$("$node" --import tsx lab/arm64/first-event.ts "$log" $analysis) || { cat "$log.err" "$log.analysis"; exit 1; }
  say "$said"
  kill $analysis $server
  wait $analysis $server || true
  say 'both have stopped'
}

# A device on loopback is allowed, because the camera is there.
settings='PARKING_TLS=on PARKING_ALLOW_LOOPBACK=1 PARKING_PASSWORD_TUNING=0'
of() { echo "PARKING_DATA=$1 PARKING_SOCKET=$1/analysis.sock $settings"; }
# shellcheck disable=SC2046
in_chroot() { exec chroot "$disk" env $(of /var/lib/parking-edge) "$@"; }
home=/usr/lib/parking-edge/current
server_of_arm64() { in_chroot $home/node --max-semi-space-size=1 --v8-pool-size=1 --initial-old-space-size=24 $home/server/dist/main.js; }
analysis_of_arm64() { in_chroot /usr/lib/parking-analysis/run; }
# shellcheck disable=SC2046
native() { exec env $(of "$disk/tmp/native") "$@"; }
server_of_native() { native "$node" --max-semi-space-size=1 --v8-pool-size=1 --initial-old-space-size=24 server/dist/main.js; }
analysis_of_native() { native "$node" analysis/dist/main.js; }

mkdir -p "$disk/var/lib/parking-edge"
(in_chroot $home/node -p '`Node ${process.version} on ${process.arch}`')
(in_chroot $home/node --input-type=module -e '
import { createRequire } from "node:module"
const require = createRequire("/usr/lib/parking-edge/current/server/dist/main.js")
const picture = await require("sharp")({ create: { width: 64, height: 48, channels: 3, background: "#123" } }).jpeg().toBuffer()
const hash = await require("@node-rs/argon2").hash("x")
if (picture.length < 100 || !hash.startsWith("$argon2")) process.exit(1)
console.log("sharp and argon2 work")')
box arm64
box native
