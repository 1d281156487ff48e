#!/usr/bin/env bash
# Three readers of EXIF make a moment of DateTimeOriginal without its OffsetTimeOriginal (EXIF 2.31, section 4.6.5),
# although the picture has both. exif-parser 0.1.12 and exif-reader 2.0.3 take the local time for UTC, and exifr
# 7.1.3 for the time of the reading machine: a picture of half past four in Taipei is eight hours late, with exifr
# only on a machine in UTC. All drop the fraction of a second (SubSecTimeOriginal). So a picture and its event
# disagree once each has been read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sharp@0.35.5 exif-parser@0.1.12 exif-reader@2.0.3 exifr@7.1.3
cat > try.mjs <<'JS'
import exifParser from 'exif-parser'
import exifReader from 'exif-reader'
import exifr from 'exifr'
import sharp from 'sharp'

const times = { DateTimeOriginal: '2026:11:20 16:30:00', OffsetTimeOriginal: '+08:00', SubSecTimeOriginal: '50' }
const blank = sharp({ create: { width: 16, height: 16, channels: 3, background: '#456' } })
const picture = await blank.withExif({ IFD2: times }).jpeg().toBuffer()
const { tags } = exifParser.create(picture).parse()
const { Photo } = exifReader((await sharp(picture).metadata()).exif)
const moments = {
  'exif-parser': new Date(tags.DateTimeOriginal * 1000),
  'exif-reader': Photo.DateTimeOriginal,
  exifr: (await exifr.parse(picture, true)).DateTimeOriginal,
}
console.log(`read in ${process.env.TZ}`)
for (const [name, moment] of Object.entries(moments)) console.log(`  ${name} ${moment.toISOString()}`)
JS
output=$(for zone in Asia/Taipei UTC; do TZ=$zone node try.mjs; done)
echo "$output"
expected='read in Asia/Taipei
  exif-parser 2026-11-20T16:30:00.000Z
  exif-reader 2026-11-20T16:30:00.000Z
  exifr 2026-11-20T08:30:00.000Z
read in UTC
  exif-parser 2026-11-20T16:30:00.000Z
  exif-reader 2026-11-20T16:30:00.000Z
  exifr 2026-11-20T16:30:00.000Z'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
