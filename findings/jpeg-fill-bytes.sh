#!/usr/bin/env bash
# image-size 2.1.0, buffer-image-size 0.6.4, exif-parser 0.1.12 and piexifjs 1.0.6 refuse a JPEG with fill bytes: any
# marker may be preceded by any number of bytes FF (ITU-T T.81, section B.1.1.2). sharp 0.34.4, jpeg-js 0.4.4 and
# probe-image-size 7.5.0 read the same file. Cameras that align their segments write such bytes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sharp@0.34.4 jpeg-js@0.4.4 probe-image-size@7.5.0 \
  image-size@2.1.0 buffer-image-size@0.6.4 exif-parser@0.1.12 piexifjs@1.0.6
cat > try.mjs <<'JS'
import bufferImageSize from 'buffer-image-size'
import exifParser from 'exif-parser'
import { imageSize } from 'image-size'
import jpegJs from 'jpeg-js'
import piexif from 'piexifjs'
import probe from 'probe-image-size'
import sharp from 'sharp'

const plain = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } }).jpeg().toBuffer()
const parts = [plain.subarray(0, 2)]
let at = 2
for (let marker; marker !== 0xda; ) {
  marker = plain[at + 1]
  const end = at + 2 + plain.readUInt16BE(at + 2)
  parts.push(Buffer.from([0xff]), plain.subarray(at, end))
  at = end
}
const filled = Buffer.concat([...parts, plain.subarray(at)])

const sizeOf = ({ width, height }) => `${width}x${height}`
const readers = {
  sharp: async (bytes) => sizeOf((await sharp(bytes).toBuffer({ resolveWithObject: true })).info),
  'jpeg-js': (bytes) => sizeOf(jpegJs.decode(bytes)),
  'probe-image-size': (bytes) => sizeOf(probe.sync(bytes)),
  'image-size': (bytes) => sizeOf(imageSize(bytes)),
  'buffer-image-size': (bytes) => sizeOf(bufferImageSize(bytes)),
  'exif-parser': (bytes) => sizeOf(exifParser.create(bytes).parse().imageSize),
  piexifjs: (bytes) => typeof piexif.insert(piexif.dump({ '0th': { 271: 'Kerb' } }), bytes.toString('binary')),
}
for (const [name, read] of Object.entries(readers)) {
  const answers = []
  for (const bytes of [plain, filled])
    answers.push(await Promise.resolve(bytes).then(read).catch(() => 'refused'))
  console.log(`${name}: ${answers.join('; with fill bytes: ')}`)
}
JS
output=$(node try.mjs)
echo "$output"
expected='sharp: 64x48; with fill bytes: 64x48
jpeg-js: 64x48; with fill bytes: 64x48
probe-image-size: 64x48; with fill bytes: 64x48
image-size: 64x48; with fill bytes: refused
buffer-image-size: 64x48; with fill bytes: refused
exif-parser: 64x48; with fill bytes: refused
piexifjs: string; with fill bytes: refused'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
