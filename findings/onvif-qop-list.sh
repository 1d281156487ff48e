#!/usr/bin/env bash
# onvif 0.8.3 (npm): a challenge of HTTP digest may list several qualities of protection, separated by commas
# with optional spaces (RFC 7616, 3.3; its own example has "auth, auth-int"). The library knows the list
# "auth,auth-int" to the letter alone. For the same list with a space or in the other order it computes a
# response without a quality, sends the whole list as its choice, and the right password is refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --ignore-scripts --no-audit --no-fund onvif@0.8.3
cat > try.cjs <<'JS'
const { createHash } = require('node:crypto')
const { createServer } = require('node:http')
const { Cam } = require('onvif')
const md5 = (...parts) => createHash('md5').update(parts.join(':')).digest('hex')
const [username, password, realm, nonce] = ['admin', 'secret', 'camera', '5ccc069c403ebaf9']
const isRight = (header, { method, url }) => {
  const value = (name) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(header)?.[1] ?? ''
  const counted = [nonce, value('nc'), value('cnonce'), value('qop')]
  const parts = [md5(username, realm, password), ...counted, md5(method, url)]
  return value('qop') === 'auth' && value('response') === md5(...parts)
}
const answer = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>'
  + '<GetDeviceInformationResponse xmlns="http://www.onvif.org/ver10/device/wsdl"><Model>one</Model>'
  + '</GetDeviceInformationResponse></s:Body></s:Envelope>'
async function tried(qop) {
  const server = createServer((request, response) => {
    request.resume()
    if (isRight(request.headers.authorization ?? '', request)) return response.end(answer)
    response.setHeader('WWW-Authenticate', `Digest realm="${realm}", qop="${qop}", nonce="${nonce}"`)
    response.writeHead(401).end()
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const place = { hostname: '127.0.0.1', port: server.address().port, autoconnect: false }
  const cam = new Cam({ ...place, username, password })
  const said = await new Promise((done) =>
    cam.getDeviceInformation((error) => done(error ? error.message : 'accepted')),
  )
  server.close()
  server.closeAllConnections()
  console.log(`qop="${qop}": ${said}`)
}
;(async () => {
  for (const qop of ['auth', 'auth,auth-int', 'auth, auth-int', 'auth-int,auth']) await tried(qop)
})()
JS
node try.cjs | tee output
expected='qop="auth": accepted
qop="auth,auth-int": accepted
qop="auth, auth-int": Digest authentication failed 401
qop="auth-int,auth": Digest authentication failed 401'
[[ "$(cat output)" == "$expected" ]] || { echo 'changed'; exit 1; }
