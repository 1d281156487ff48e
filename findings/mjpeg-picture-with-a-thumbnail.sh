#!/usr/bin/env bash
# mjpeg-decoder 1.0.3 and mjpeg-consumer 2.0.0 take the first bytes FF D9 for the end of a picture. An EXIF thumbnail
# is a whole JPEG with such an end, inside a segment that says its length (ITU-T T.81, section B.1.1.4). There the
# picture is cut without an error: mjpeg-decoder drops the rest, mjpeg-consumer leaves zeros in its place, although
# the part of the stream names its Content-Length. jpeg-js 0.4.4 decodes what the camera sent, but neither result.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mjpeg-decoder@1.0.3 mjpeg-consumer@2.0.0 \
  jpeg-js@0.4.4 piexifjs@1.0.6
cat > try.cjs <<'JS'
const { get, createServer } = require('node:http')
const { decode, encode } = require('jpeg-js')
const Consumer = require('mjpeg-consumer')
const Decoder = require('mjpeg-decoder')
const piexif = require('piexifjs')

const drawn = (width, height) => {
  const data = Buffer.from(Array.from({ length: width * height * 4 }, (_, at) => (at * at * 7919) % 251))
  return encode({ width, height, data }, 90).data
}
const plain = drawn(160, 96)
const thumbnail = drawn(48, 32).toString('latin1')
const exif = piexif.dump({ '0th': {}, Exif: {}, GPS: {}, '1st': { [piexif.ImageIFD.Compression]: 6 }, thumbnail })
const withThumbnail = Buffer.from(piexif.insert(exif, plain.toString('latin1')), 'latin1')
const isWhole = (bytes) => {
  try {
    return decode(bytes).height === 96
  } catch {
    return false
  }
}
let picture
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'multipart/x-mixed-replace; boundary=b' })
  response.write(`--b\r\nContent-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`)
  response.write(picture)
  response.end('\r\n--b--\r\n')
})
server.listen(0, '127.0.0.1', async () => {
  const address = `http://127.0.0.1:${server.address().port}/`
  const readers = {
    'mjpeg-decoder': (done) => void Decoder.decoderForSnapshot(address).takeSnapshot().then(done),
    'mjpeg-consumer': (done) => get(address, (answer) => answer.pipe(new Consumer()).once('data', done)),
  }
  for (picture of [plain, withThumbnail]) {
    console.log(`${picture === plain ? 'plain' : 'with a thumbnail'}: sent ${isWhole(picture)}`)
    for (const [name, read] of Object.entries(readers)) {
      const got = await new Promise(read)
      console.log(`  ${name}: ${isWhole(got)}${got.length < picture.length ? ', shorter' : ''}`)
    }
  }
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
expected='plain: sent true
  mjpeg-decoder: true
  mjpeg-consumer: true
with a thumbnail: sent true
  mjpeg-decoder: false, shorter
  mjpeg-consumer: false'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
