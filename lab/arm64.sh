#!/bin/sh
# arm64.sh DISK: in namespaces of its own, registers the emulator for arm64 and runs the server on DISK until
# it has stored an event.
set -eu
disk=$1
ip link set lo up
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
# The first bytes of an arm64 ELF program. Flag F opens the emulator now, so that it works inside the chroot.
printf '%s' ':aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$disk"'/usr/bin/qemu-aarch64-static:F' > /proc/sys/fs/binfmt_misc/register
mount --rbind /dev "$disk/dev"
mount -t proc proc "$disk/proc"
mount -t tmpfs tmp "$disk/tmp"
mkdir -p "$disk/var/lib/parking-edge"
in_chroot() { chroot "$disk" env PARKING_DATA=/var/lib/parking-edge PARKING_PASSWORD_TUNING=0 PARKING_SOCKET=/var/lib/parking-edge/analysis.sock "$@"; }
node=/usr/lib/parking-edge/1.0.0/node
say() { echo "$(($(date +%s%3N) - began)) ms: $*"; }
began=$(date +%s%3N)
echo "$(in_chroot $node -p '`Node ${process.version} on ${process.arch}`')"
began=$(date +%s%3N)
in_chroot $node --max-semi-space-size=1 --v8-pool-size=1 /usr/lib/parking-edge/1.0.0/server/dist/main.js > "$disk/server.log" 2> "$disk/server.err" &
server=$!
until grep -q '^Console:' "$disk/server.log"; do
  kill -0 $server 2> /dev/null || { cat "$disk/server.err"; exit 1; }
  sleep 0.2
done
say "the server listens: $(sed -n 's/^Console: //p' "$disk/server.log")"
in_chroot $node /opt/checkout/lab/packages/plant.ts plant
in_chroot $node /opt/checkout/lab/packages/event-client.ts &
client=$!
until [ -s "$disk/var/lib/parking-edge/analysis-acknowledged.log" ]; do
  kill -0 $client
  sleep 0.2
done
say 'the first event is stored and acknowledged'
kill $client
stored=$(in_chroot $node /opt/checkout/lab/packages/plant.ts events)
say "the database: $(echo "$stored" | cut -c1-160)"
in_chroot $node --input-type=module -e '
import { createRequire } from "node:module"
const require = createRequire("/usr/lib/parking-edge/1.0.0/server/dist/main.js")
const picture = await require("sharp")({ create: { width: 64, height: 48, channels: 3, background: "#123" } }).jpeg().toBuffer()
const hash = await require("@node-rs/argon2").hash("x")
if (picture.length < 100 || !hash.startsWith("$argon2")) process.exit(1)
console.log("sharp and argon2 work")'
kill $server
wait $server || true
say 'the server has stopped'
