#!/usr/bin/env bash
# sharp 0.35.5 (npm; its libvips 8.18.7 decodes with mozjpeg): a progressive JPEG has its picture in several
# scans. One that ends between two of them, with an end marker, lacks detail that the frame header announces
# (ITU-T T.81, G.1.1.1), as when a camera's upload is cut and closed by the next device. `failOn: 'warning'`,
# the strictest setting, accepts it after any scan; a cut inside a scan is an error. So a decoder does not
# prove that a picture is whole: its scan headers have to be counted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --ignore-scripts --no-audit --no-fund sharp@0.35.5
cat > try.mjs <<'JS'
import sharp from 'sharp'
const [width, height] = [160, 96]
const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * at * 7919) % 251))
const pixels = sharp(raw, { raw: { width, height, channels: 3 } }).blur(1.5)
const whole = await pixels.jpeg({ progressive: true }).toBuffer()
const starts = [...whole.keys()].filter((at) => whole[at] === 0xff && whole[at + 1] === 0xda)
const end = Buffer.from([0xff, 0xd9])
const decoded = (file) =>
  sharp(file, { failOn: 'warning' }).raw().toBuffer().then(() => 'accepted', () => 'refused')
console.log(`all ${starts.length} scans: ${await decoded(whole)}`)
const edges = starts.slice(1).map((scan) => whole.lastIndexOf(Buffer.from([0xff, 0xc4]), scan))
const between = await Promise.all(edges.map((at) => decoded(Buffer.concat([whole.subarray(0, at), end]))))
console.log(`ends between two scans: ${[...new Set(between)].join(', ')}`)
const inside = starts.slice(1).map((scan, at) => Math.floor((starts[at] + 12 + edges[at]) / 2))
const cut = await Promise.all(inside.map((at) => decoded(Buffer.concat([whole.subarray(0, at), end]))))
console.log(`ends inside a scan: ${[...new Set(cut)].join(', ')}`)
JS
node try.mjs | tee output
expected='all 10 scans: accepted
ends between two scans: accepted
ends inside a scan: refused'
[[ "$(cat output)" == "$expected" ]] || { echo 'changed'; exit 1; }
