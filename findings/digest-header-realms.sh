#!/usr/bin/env bash
# digest-header 1.1.0 (used by urllib 3): cuts the challenge at each comma and the realm at each apostrophe, also
# inside its quotes, where both are plain text (RFC 9110, section 5.6.4), and the password at its second colon, which
# only a user name may not have (RFC 7616, section 3.4.2). urllib 4.9.2 still does the first two. A camera that calls
# itself "Lane 1, entry" or "Lee's lot" refuses the right password. curl signs in each time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts digest-header@1.1.0 urllib@4.9.2
cat > try.cjs <<'JS'
const { execFile } = require('node:child_process')
const { createHash } = require('node:crypto')
const { createServer } = require('node:http')
const { promisify } = require('node:util')
const digest = require('digest-header')
const urllib = require('urllib')

const md5 = (...parts) => createHash('md5').update(parts.join(':')).digest('hex')
const curl = promisify(execFile)
let asked
const challenge = () => `Digest realm="${asked.realm}", nonce="4f5a", qop="auth"`
const isRight = (header, { method, url }) => {
  const value = (name) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(header)?.[1] ?? ''
  const middle = ['4f5a', value('nc'), value('cnonce'), 'auth']
  return value('response') === md5(md5('admin', asked.realm, asked.password), ...middle, md5(method, url))
}
const server = createServer((request, response) => {
  if (isRight(request.headers.authorization ?? '', request)) return response.end('picture')
  response.writeHead(401, { 'WWW-Authenticate': challenge() }).end()
})
server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/snapshot`
  for (const row of [{}, { realm: 'Lane 1, entry' }, { realm: "Lee's lot" }, { password: 'park:1' }]) {
    asked = { realm: 'camera', password: 'secret', ...row }
    const login = `admin:${asked.password}`
    const authorization = digest('GET', '/snapshot', challenge(), login)
    const { status: alone } = await fetch(url, { headers: { authorization } })
    const { status } = await urllib.request(url, { digestAuth: login })
    const { stdout } = await curl('curl', ['-s', '--digest', '-u', login, url])
    console.log(`${Object.values(row)[0] ?? 'plain'}: digest-header ${alone}; urllib ${status}; curl ${stdout}`)
  }
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
expected="plain: digest-header 200; urllib 200; curl picture
Lane 1, entry: digest-header 401; urllib 401; curl picture
Lee's lot: digest-header 401; urllib 401; curl picture
park:1: digest-header 401; urllib 200; curl picture"
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
