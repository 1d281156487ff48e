#!/usr/bin/env bash
# basic-ftp 6.2.3: a reply whose code arrives in two pieces of TCP ("33", then "1 password") is lost: the library
# takes each piece for a line, drops both, and waits until its time is over. After a lost packet or behind a
# slow server the sign-in fails by chance. Python's ftplib and curl read the line to its end and sign in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund basic-ftp@6.2.3
cat > try.cjs <<'JS'
const { spawn } = require('node:child_process')
const { createServer } = require('node:net')
const { Client } = require('basic-ftp')

const replies = { USER: '331 password', PASS: '230 in', QUIT: '221 bye', PWD: '257 "/"', NOOP: '200 ok' }
/** `cut`: the number of characters of a line before its second piece. */
const server = (cut) =>
  createServer((socket) => {
    socket.setNoDelay(true)
    const say = (line) => {
      if (cut === 0) return socket.write(`${line}\r\n`)
      socket.write(line.slice(0, cut))
      setTimeout(() => socket.write(`${line.slice(cut)}\r\n`), 100)
    }
    socket.on('error', () => {}).write('220 ready\r\n')
    socket.on('data', (lines) => {
      for (const line of lines.toString().trim().split('\r\n')) say(replies[line.split(' ')[0]] ?? '500 unknown')
    })
  })
const python = `
import ftplib, sys
ftp = ftplib.FTP()
ftp.connect('127.0.0.1', int(sys.argv[1]), 5)
ftp.login('a', 'b')
ftp.quit()`
const end = (child) => new Promise((done) => child.on('close', (code) => done(code === 0 ? 'signs in' : 'fails')))
async function all(cut) {
  const listening = server(cut)
  await new Promise((done) => listening.listen(0, '127.0.0.1', done))
  const { port } = listening.address()
  const client = new Client(5000)
  const library = await client.connect('127.0.0.1', port).then(() => client.login('a', 'b')).then(
    () => 'signs in',
    (error) => (/timeout/i.test(error.message) ? 'times out' : `fails: ${error.message}`),
  )
  client.close()
  const other = await end(spawn('python3', ['-c', python, String(port)], { stdio: 'ignore' }))
  const asked = ['-sS', '-m', '5', '-u', 'a:b', '-Q', 'NOOP', '-I', `ftp://127.0.0.1:${port}/`]
  const ftp = spawn('curl', asked, { stdio: 'ignore' })
  console.log(`cut after ${cut}: basic-ftp ${library}; ftplib ${other}; curl ${await end(ftp)}`)
  listening.close()
}
void (async () => {
  for (const cut of [0, 2, 5]) await all(cut)
  process.exit()
})()
JS
output=$(node try.cjs)
echo "$output"
wanted='cut after 0: basic-ftp signs in; ftplib signs in; curl signs in
cut after 2: basic-ftp times out; ftplib signs in; curl signs in
cut after 5: basic-ftp signs in; ftplib signs in; curl signs in'
[[ "$output" == "$wanted" ]] || { echo 'changed'; exit 1; }
