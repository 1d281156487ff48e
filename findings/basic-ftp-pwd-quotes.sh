#!/usr/bin/env bash
# basic-ftp 6.2.3: `pwd()` fails at every answer but `257 "folder"`: at a folder without quotes, at an empty
# one, and at a server that does not know PWD; with it fail the calls that return to the folder in which they
# began (uploadFromDir, downloadToDir, removeDir). A doubled quote in the name (RFC 959, appendix II) is
# returned doubled. curl uploads in each case.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund basic-ftp@6.2.3
cat > try.cjs <<'JS'
const { spawn } = require('node:child_process')
const { createServer } = require('node:net')
const { once } = require('node:events')
const { Client } = require('basic-ftp')

const answers = ['257 "/pub/a""b" is the folder', '257 /pub is the folder', '257 "" is the folder', '502 what']
async function asked(answer) {
  let received = ''
  let control_now
  const data = createServer((socket) =>
    socket
      .on('error', () => {})
      .on('data', (part) => (received += part))
      .on('end', () => control_now.write('226 stored\r\n')),
  )
  const replies = { USER: '331 password', PASS: '230 in', PWD: answer, SIZE: '550 none', STOR: '150 go on' }
  const control = createServer((socket) => {
    control_now = socket.on('error', () => {})
    socket.write('220 ready\r\n')
    socket.on('data', (lines) => {
      for (const line of lines.toString().trim().split('\r\n')) {
        const [command] = line.split(' ')
        const reply = command === 'EPSV' ? `229 Here (|||${data.address().port}|)` : replies[command]
        socket.write(`${reply ?? '200 ok'}\r\n`)
      }
    })
  })
  await Promise.all([data, control].map((one) => once(one.listen(0, '127.0.0.1'), 'listening')))
  const { port } = control.address()
  const client = new Client(5000)
  await client.access({ host: '127.0.0.1', port, user: 'a', password: 'b' })
  const library = await client.pwd().then(
    (name) => name,
    () => 'fails',
  )
  client.close()
  const curl = spawn('curl', ['-sS', '-m', '5', '-T', '-', '-u', 'a:b', `ftp://127.0.0.1:${port}/a.jpg`])
  curl.stdin.end('picture')
  const [code] = await once(curl, 'close')
  return `${library}; curl ${code === 0 && received === 'picture' ? 'uploads' : `fails (${code})`}`
}
void (async () => {
  for (const answer of answers) console.log(`${answer.slice(0, 14)}: ${await asked(answer)}`)
  process.exit()
})()
JS
output=$(node try.cjs)
echo "$output"
expected='257 "/pub/a""b: /pub/a""b; curl uploads
257 /pub is th: fails; curl uploads
257 "" is the : fails; curl uploads
502 what: fails; curl uploads'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
