#!/usr/bin/env bash
# snmp-native 1.2.0: sends some negative integers as positive ones. BER has them in two's complement with the sign in
# the first bit (X.690, section 8.3); the library counts the bytes by the magnitude alone, so that from -129 to -255
# and from -32769 to -65535 the sign bit is missing: -150 goes out as the byte 6A, which is 106. A set of an offset or
# a threshold thus stores another number, and its own reader agrees with the wrong one. net-snmp 3.29.2 sends each
# rightly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts snmp-native@1.2.0 net-snmp@3.29.2
cat > try.cjs <<'JS'
const { createSocket } = require('node:dgram')
const snmp = require('net-snmp')
const native = require('snmp-native')

const oid = '1.3.6.1.4.1.99999.1.0'
/** The integer at the end of a request, as its bytes say. */
function sent(message) {
  const at = message.lastIndexOf(Buffer.from([0x01, 0x00, 0x02])) + 2
  const bytes = message.subarray(at + 2)
  return `${bytes.toString('hex')} (${bytes.readIntBE(0, message[at + 1])})`
}
const server = createSocket('udp4')
const next = () => new Promise((resolve) => server.once('message', resolve))
server.bind(0, '127.0.0.1', async () => {
  const { port } = server.address()
  const session = snmp.createSession('127.0.0.1', 'private', { port, retries: 0, timeout: 100 })
  const other = new native.Session({ host: '127.0.0.1', port, community: 'private', timeouts: [100] })
  for (const value of [-1, -128, -129, -150, -300, -40000]) {
    const first = next()
    other.set({ oid: oid.split('.').map(Number), type: 2, value }, () => {})
    const mine = sent(await first)
    const second = next()
    session.set([{ oid, type: snmp.ObjectType.Integer, value }], () => {})
    console.log(`${value}: snmp-native ${mine}, net-snmp ${sent(await second)}`)
  }
  process.exit()
})
JS
output=$(node try.cjs)
echo "$output"
expected='-1: snmp-native ff (-1), net-snmp ff (-1)
-128: snmp-native 80 (-128), net-snmp 80 (-128)
-129: snmp-native 7f (127), net-snmp ff7f (-129)
-150: snmp-native 6a (106), net-snmp ff6a (-150)
-300: snmp-native fed4 (-300), net-snmp fed4 (-300)
-40000: snmp-native 63c0 (25536), net-snmp ff63c0 (-40000)'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
