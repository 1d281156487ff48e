#!/usr/bin/env bash
# basic-ftp 6.2.3: a server behind NAT that names 0.0.0.0 (or an inner address) in its answer to PASV gets no
# upload, and the error advises the programmer to set an option. With that option the library connects to the
# named address, which leads nowhere. curl uses the host of the control connection and uploads.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund basic-ftp@6.2.3
cat > try.cjs <<'JS'
const { spawn } = require('node:child_process')
const { createServer } = require('node:net')
const { Readable } = require('node:stream')
const { Client } = require('basic-ftp')

const replies = { USER: '331 password', PASS: '230 in', EPSV: '500 unknown', PWD: '257 "/"', SIZE: '550 none' }
let received = ''
let control_now
const data = createServer((socket) =>
  socket
    .on('error', () => {})
    .on('data', (part) => (received += part))
    .on('end', () => control_now.write('226 stored\r\n')),
)
const control = createServer((socket) => {
  control_now = socket.on('error', () => {})
  socket.write('220 ready\r\n')
  socket.on('data', (lines) => {
    for (const line of lines.toString().trim().split('\r\n')) {
      const [command] = line.split(' ')
      const { port } = data.address()
      if (command === 'PASV') socket.write(`227 Passive (0,0,0,0,${port >> 8},${port & 255})\r\n`)
      else if (command === 'STOR') socket.write('150 go on\r\n')
      else socket.write(`${replies[command] ?? '200 ok'}\r\n`)
    }
  })
})
data.listen(0, '127.0.0.1', () =>
  control.listen(0, '127.0.0.1', async () => {
    const { port } = control.address()
    const client = new Client(5000)
    await client.access({ host: '127.0.0.1', port, user: 'a', password: 'b' })
    const library = await client.uploadFrom(Readable.from(['picture']), 'a.jpg').then(
      () => 'uploads',
      (error) => (/allowSeparateTransferHost/.test(error.message) ? 'refuses and names its option' : error.message),
    )
    client.close()
    received = ''
    const curl = spawn('curl', ['-sS', '-m', '5', '-T', '-', '-u', 'a:b', `ftp://127.0.0.1:${port}/a.jpg`])
    curl.stdin.end('picture')
    curl.on('close', (code) => {
      console.log(`basic-ftp ${library}; curl ${code === 0 && received === 'picture' ? 'uploads' : `fails (${code})`}`)
      process.exit()
    })
  }),
)
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == 'basic-ftp refuses and names its option; curl uploads' ]] || { echo 'changed'; exit 1; }
