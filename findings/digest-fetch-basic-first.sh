#!/usr/bin/env bash
# digest-fetch 3.1.1: a camera that offers Basic before Digest, as RFC 9110 (section 11.6.1) allows in any order,
# gets an answer of the scheme Basic with the parameters of Digest, which fits neither, and refuses it. curl signs
# in to the same server by Digest. With Digest first the library signs in, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts digest-fetch@3.1.1
cat > try.mjs <<'JS'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import DigestClient from 'digest-fetch'

const md5 = (text) => createHash('md5').update(text).digest('hex')
const basic = 'Basic realm="camera"'
const digest = 'Digest realm="camera", nonce="4f5a", qop="auth"'
let offered
function isRight(header, { method, url }) {
  const part = (name) => new RegExp(`\\b${name}="?([^",]*)`).exec(header)?.[1]
  const a1 = md5(`admin:camera:secret`)
  const middle = `4f5a:${part('nc')}:${part('cnonce')}:auth`
  return header.startsWith('Digest ') && part('response') === md5(`${a1}:${middle}:${md5(`${method}:${url}`)}`)
}
const server = createServer((request, response) => {
  const header = request.headers.authorization ?? ''
  if (isRight(header, request)) return response.end('picture')
  response.writeHead(401, { 'WWW-Authenticate': offered }).end(header.split(' ').slice(0, 2).join(' '))
})
server.listen(0, '127.0.0.1', async () => {
  const address = `http://127.0.0.1:${server.address().port}/snapshot`
  for (offered of [[digest, basic], [basic, digest]]) {
    const answer = await new DigestClient('admin', 'secret').fetch(address)
    const says = (await answer.text()).split(',')[0]
    const curl = await promisify(execFile)('curl', ['-s', '--anyauth', '-u', 'admin:secret', address])
    console.log(`${offered[0].split(' ')[0]} first: ${answer.status} ${says}; curl ${curl.stdout}`)
  }
  process.exit()
})
JS
output=$(node try.mjs)
echo "$output"
expected='Digest first: 200 picture; curl picture
Basic first: 401 Basic username="admin"; curl picture'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
