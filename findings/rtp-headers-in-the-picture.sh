#!/usr/bin/env bash
# rtp-parser 1.0.0 and yellowstone 2.1.0 misread RTP (RFC 3550). rtp-parser leaves the header extension (5.3.1), in
# which an ONVIF recorder gives the time of each picture, and the padding (5.1) in the payload, and reads the list of
# sources three bytes early. yellowstone takes each packet for one with an empty extension, and so takes four bytes of
# the picture away, even from a plain packet. werift-rtp 0.8.9 finds the same five bytes of picture in each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rtp-parser@1.0.0 yellowstone@2.1.0 werift-rtp@0.8.9
cat > try.cjs <<'JS'
const { parseRtpPacket } = require('rtp-parser')
const { RtpPacket } = require('werift-rtp')
const { parseRTPPacket } = require('yellowstone/lib/util.js')
const rest = 'e0000100000009' + '01020304'
const onvif_time = 'abac0003' + 'e8a1b2c340000000' + '8a000000'
const rows = {
  plain: `80${rest}65888421a0`,
  'with an extension': `90${rest}${onvif_time}65888421a0`,
  'with padding': `a0${rest}65888421a0000003`,
  'with two sources': `82${rest}000000070000000865888421a0`,
}
const hex = (bytes) => bytes.toString('hex')
for (const [name, packet] of Object.entries(rows)) {
  const bytes = Buffer.from(packet, 'hex')
  const { csrc, payload } = parseRtpPacket(bytes)
  const werift = RtpPacket.deSerialize(bytes)
  console.log(`${name}: werift-rtp ${hex(werift.payload)} [${werift.header.csrc}]`)
  console.log(`  rtp-parser ${hex(payload)} [${csrc}], yellowstone ${hex(parseRTPPacket(bytes).payload)}`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='plain: werift-rtp 65888421a0 []
  rtp-parser 65888421a0 [], yellowstone a0
with an extension: werift-rtp 65888421a0 []
  rtp-parser abac0003e8a1b2c3400000008a00000065888421a0 [], yellowstone e8a1b2c3400000008a00000065888421a0
with padding: werift-rtp 65888421a0 []
  rtp-parser 65888421a0000003 [], yellowstone a0000003
with two sources: werift-rtp 65888421a0 [7,8]
  rtp-parser 65888421a0 [33752064,1792], yellowstone a0'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
