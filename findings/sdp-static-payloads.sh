#!/usr/bin/env bash
# A payload type below 96 has its meaning by RFC 3551 (section 6: 8 is G.711, 26 is JPEG); a rtpmap is for dynamic
# ones (RFC 8866, section 5.14), and cameras that send MJPEG or G.711 leave it out. semantic-sdp 3.31.1 then gives a
# medium without any codec and without the number: the picture or the sound is lost, and the description that it
# writes back has a media line without a format. sdp 3.2.2 finds no codec either, but keeps the number in its media
# line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts semantic-sdp@3.31.1 sdp@3.2.2
cat > try.cjs <<'JS'
const sdp = require('sdp')
const { SDPInfo } = require('semantic-sdp')
const head = 'v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nt=0 0\r\n'
const shown = (codecs, nameOf) => codecs.map(nameOf).join(' ') || 'no codec'
for (const media of ['video 0 RTP/AVP 26', 'audio 0 RTP/AVP 8', 'audio 0 RTP/AVP 8\r\na=rtpmap:8 PCMA/8000']) {
  const description = `${head}m=${media}\r\n`
  const info = SDPInfo.parse(description)
  const [section] = sdp.getMediaSections(description)
  const first = shown(info.plain().medias[0].codecs, ({ codec, type }) => `${codec} ${type}`)
  const second = shown(sdp.parseRtpParameters(section).codecs, ({ name, payloadType }) => `${name} ${payloadType}`)
  const { fmt } = sdp.parseMLine(section)
  console.log(`${media.replace('\r\n', ', ')}: semantic-sdp ${first}; sdp ${second}, format ${fmt}`)
  console.log(`  written back: ${/^m=.*/m.exec(info.toString())[0].trim()}`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='video 0 RTP/AVP 26: semantic-sdp no codec; sdp no codec, format 26
  written back: m=video 9 RTP/AVP
audio 0 RTP/AVP 8: semantic-sdp no codec; sdp no codec, format 8
  written back: m=audio 9 RTP/AVP
audio 0 RTP/AVP 8, a=rtpmap:8 PCMA/8000: semantic-sdp PCMA 8; sdp PCMA 8, format 8
  written back: m=audio 9 RTP/AVP 8'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
