#!/usr/bin/env bash
# A camera uploads a picture and its data as multipart/form-data (RFC 7578, which follows RFC 2046). White space
# behind a boundary is padding that a receiver must accept (RFC 2046, section 5.1.1): busboy 1.6.0 and
# @fastify/busboy 3.2.6 end without an error and without a part, so that the upload is answered and lost. A header
# may go on in an indented line (RFC 5322, section 2.2.3): @mjackson/multipart-parser 0.10.1 then gives the picture
# without its name. Python's email package finds both parts with their names in each case.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts busboy@1.6.0 @fastify/busboy@3.2.6 \
  @mjackson/multipart-parser@0.10.1
cat > try.mjs <<'JS'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { parseMultipart } from '@mjackson/multipart-parser'
import { Busboy } from '@fastify/busboy'
import busboy from 'busboy'

const type = 'multipart/form-data; boundary=camera'
const body = ({ padding = '', fold = ' ' }) =>
  ['event.xml', 'plate.jpg']
    .map((name) => `Content-Disposition: form-data;${fold}name="file";${fold}filename="${name}"\r\n`)
    .map((head) => `--camera${padding}\r\n${head}Content-Type: image/jpeg\r\n\r\ncontent\r\n`)
    .join('') + '--camera--\r\n'
async function byEvents(parser, text, nameOf) {
  const found = []
  parser.on('file', (field, stream, ...info) => {
    found.push(nameOf(info))
    stream.resume()
  })
  parser.end(text)
  await once(parser, 'finish')
  return found
}
const python = `
import email, sys
whole = email.message_from_string('Content-Type: ${type}\\n\\n' + sys.stdin.read())
print(*[part.get_filename() for part in whole.get_payload()], sep='\\n')`
const headers = { 'content-type': type }
const readers = {
  busboy: (text) => byEvents(busboy({ headers }), text, ([{ filename }]) => filename),
  '@fastify/busboy': (text) => byEvents(new Busboy({ headers }), text, ([filename]) => filename),
  '@mjackson/multipart-parser': (text) =>
    [...parseMultipart(Buffer.from(text), { boundary: 'camera' })].map((part) => part.filename ?? 'no name'),
  python: (text) => execFileSync('python3', ['-c', python], { input: text, encoding: 'utf8' }).trim().split('\n'),
}
for (const row of [{}, { padding: ' ' }, { fold: '\r\n ' }]) {
  console.log(Object.keys(row)[0] ?? 'plain')
  for (const [name, read] of Object.entries(readers))
    console.log(`  ${name}: ${(await read(body(row))).join(', ') || 'nothing'}`)
}
JS
output=$(node try.mjs)
echo "$output"
expected='plain
  busboy: event.xml, plate.jpg
  @fastify/busboy: event.xml, plate.jpg
  @mjackson/multipart-parser: event.xml, plate.jpg
  python: event.xml, plate.jpg
padding
  busboy: nothing
  @fastify/busboy: nothing
  @mjackson/multipart-parser: event.xml, plate.jpg
  python: event.xml, plate.jpg
fold
  busboy: event.xml, plate.jpg
  @fastify/busboy: event.xml, plate.jpg
  @mjackson/multipart-parser: no name, no name
  python: event.xml, plate.jpg'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
