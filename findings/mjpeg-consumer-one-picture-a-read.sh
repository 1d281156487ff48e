#!/usr/bin/env bash
# mjpeg-consumer 2.0.0: looks for one picture in each piece of data. Two parts that arrive in one read, as after a
# short stall of a camera's link, give the first picture only: the second is lost without an error. If each part
# arrives in a read of its own, every part after the first gives its picture twice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mjpeg-consumer@2.0.0
cat > try.cjs <<'JS'
const MjpegConsumer = require('mjpeg-consumer')
const { once } = require('node:events')
// A grey picture of 8 x 8, baseline.
const jpeg = Buffer.from(
  '/9j/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/' +
    'wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
)
const part = Buffer.concat([
  Buffer.from(`--picture\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`),
  jpeg,
  Buffer.from('\r\n'),
])
async function pictures(reads) {
  const consumer = new MjpegConsumer()
  let count = 0
  consumer.on('data', (picture) => (count += Number(picture.equals(jpeg))))
  for (const read of reads) consumer.write(read)
  consumer.end()
  await once(consumer, 'end')
  return count
}
;(async () => {
  console.log(`two reads ${await pictures([part, part])}, one read ${await pictures([Buffer.concat([part, part])])}`)
})()
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == 'two reads 3, one read 1' ]] || { echo 'changed'; exit 1; }
