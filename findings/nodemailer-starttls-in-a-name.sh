#!/usr/bin/env bash
# nodemailer 10.6.0: a relay that calls itself "starttls.example" and offers no encryption is taken for one that
# offers STARTTLS: the library looks for the word in the whole reply to EHLO, whose first line is the name of the
# server (RFC 5321, section 4.1.1.1). It sends the command, is refused, and delivers nothing. Python's smtplib
# reads extensions from the second line on, and delivers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund nodemailer@10.6.0
cat > try.cjs <<'JS'
const { spawn } = require('node:child_process')
const { createServer } = require('node:net')
const { createTransport } = require('nodemailer')

const relay = (name, seen) =>
  createServer((socket) => {
    let is_mail = false
    const answer = (line) => {
      if (is_mail) return line === '.' ? ((is_mail = false), seen.push('mail'), '250 taken') : ''
      const verb = line.split(' ')[0].toUpperCase()
      if (verb === 'EHLO') return `250-${name}\r\n250 SIZE 1000000`
      if (verb === 'DATA') return (is_mail = true), '354 go on'
      if (verb === 'STARTTLS') return seen.push('STARTTLS'), '502 not here'
      return verb === 'QUIT' ? '221 bye' : '250 fine'
    }
    let rest = ''
    socket.on('error', () => {}).write(`220 ${name}\r\n`)
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\r\n')
      rest = lines.pop()
      for (const line of lines.map(answer)) if (line) socket.write(`${line}\r\n`)
    })
  })
const python = `
import smtplib, sys
smtp = smtplib.SMTP('127.0.0.1', int(sys.argv[1]))
smtp.ehlo()
if smtp.has_extn('starttls'): smtp.starttls()
smtp.sendmail('a@example.org', ['b@example.org'], 'Subject: x')`
const done_by = (seen) => seen.join(', ') || 'nothing'
void (async () => {
  for (const name of ['mail.example', 'starttls.example']) {
    const seen = []
    const server = relay(name, seen)
    await new Promise((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address()
    const mail = { from: 'a@example.org', to: 'b@example.org', text: 'x' }
    await createTransport({ host: '127.0.0.1', port }).sendMail(mail).catch(() => {})
    const library = done_by(seen.splice(0))
    const other = spawn('python3', ['-c', python, String(port)], { stdio: 'ignore' })
    await new Promise((done) => other.on('close', done))
    console.log(`${name}: nodemailer ${library}; smtplib ${done_by(seen)}`)
    server.close()
  }
  process.exit()
})()
JS
output=$(node try.cjs)
echo "$output"
wanted='mail.example: nodemailer mail; smtplib mail
starttls.example: nodemailer STARTTLS; smtplib mail'
[[ "$output" == "$wanted" ]] || { echo 'changed'; exit 1; }
