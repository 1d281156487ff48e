#!/usr/bin/env bash
# sdp 3.2.2: cuts a format parameter at its second "=". A camera sends its H.264 parameter sets in base64, separated
# by a comma (RFC 6184, section 8.1), and base64 is padded with "=": the picture parameter set behind the first
# padding is lost, and a decoder that starts from this description waits for one. sdp-transform 3.0.0 keeps it, but
# loses the media line with a number of ports ("49170/2", RFC 8866, section 5.14), which makes every field undefined.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sdp@3.2.2 sdp-transform@3.0.0
cat > try.cjs <<'JS'
const sdp = require('sdp')
const { parse, parseParams } = require('sdp-transform')
for (const port of ['0', '49170/2']) {
  const media = `m=video ${port} RTP/AVP 96`
  const format = 'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0IAKeKQFAe2AtwEBA==,aM48gA=='
  const head = ['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=-', 't=0 0']
  const description = [...head, media, 'a=rtpmap:96 H264/90000', format, ''].join('\r\n')
  const other = parse(description).media[0]
  const sets = (parameters) => parameters['sprop-parameter-sets'].split(',').length
  console.log(`sdp: ${sdp.parseMLine(media).kind}, ${sets(sdp.parseFmtp(format))} parameter set`)
  console.log(`sdp-transform: ${other.type} ${other.port}, ${sets(parseParams(other.fmtp[0].config))} parameter sets`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='sdp: video, 1 parameter set
sdp-transform: video 0, 2 parameter sets
sdp: video, 1 parameter set
sdp-transform: undefined undefined, 2 parameter sets'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
