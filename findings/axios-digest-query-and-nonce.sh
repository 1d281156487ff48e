#!/usr/bin/env bash
# @mhoc/axios-digest-auth 0.8.0: signs the path without its query, so a snapshot of "?channel=1" is refused: the uri
# is that of the request (RFC 7616, sections 3.4 and 3.4.6). It also cuts the nonce at "=", with which a padded base64
# nonce ends, does not give `opaque` back (section 3.3), and claims qop=auth to a server that offers no qop (RFC 2617,
# section 3.2.2.1). With the right password each of the four is refused. curl signs in each time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @mhoc/axios-digest-auth@0.8.0
cat > try.cjs <<'JS'
const { execFile } = require('node:child_process')
const { createHash } = require('node:crypto')
const { createServer } = require('node:http')
const { promisify } = require('node:util')
const AxiosDigestAuth = require('@mhoc/axios-digest-auth').default

const md5 = (...parts) => createHash('md5').update(parts.join(':')).digest('hex')
const rows = {
  plain: {},
  'a query': { target: '/snapshot?channel=1' },
  'a nonce in base64': { nonce: 'YWJjZGVmZw==' },
  opaque: { opaque: '5ccc069c' },
  'no qop': { qop: '' },
}
let asked
const isRight = (header, { method, url }) => {
  const value = (name) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(header)?.[1] ?? ''
  const middle = asked.qop === '' ? [asked.nonce] : [asked.nonce, value('nc'), value('cnonce'), 'auth']
  const given = value('uri') === url && value('opaque') === asked.opaque
  return given && value('response') === md5(md5('admin', 'camera', 'secret'), ...middle, md5(method, url))
}
const server = createServer((request, response) => {
  if (isRight(request.headers.authorization ?? '', request)) return response.end('picture')
  const parameters = Object.entries({ realm: 'camera', nonce: asked.nonce, qop: asked.qop, opaque: asked.opaque })
  const challenge = parameters.filter(([, value]) => value !== '').map(([name, value]) => `${name}="${value}"`)
  response.writeHead(401, { 'WWW-Authenticate': `Digest ${challenge.join(', ')}` }).end()
})
server.listen(0, '127.0.0.1', async () => {
  for (const [name, row] of Object.entries(rows)) {
    asked = { target: '/snapshot', nonce: '4f5a', qop: 'auth', opaque: '', ...row }
    const url = `http://127.0.0.1:${server.address().port}${asked.target}`
    const library = new AxiosDigestAuth({ username: 'admin', password: 'secret' })
    const status = await library.request({ method: 'GET', url }).then(
      (answer) => answer.status,
      (error) => error.response?.status ?? error.message,
    )
    const curl = await promisify(execFile)('curl', ['-s', '--digest', '-u', 'admin:secret', url])
    console.log(`${name}: ${status}; curl ${curl.stdout}`)
  }
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
expected='plain: 200; curl picture
a query: 401; curl picture
a nonce in base64: 401; curl picture
opaque: 401; curl picture
no qop: 401; curl picture'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
