#!/usr/bin/env bash
# mqtt-pattern 2.1.1: matches otherwise than a broker. A "#" with a name does not match its parent level, although
# its own README shows that very case ("user/bob" by "user/+id/#path"), while a bare "#" does. "+" does not match an
# empty level: in MQTT 5.0 (4.7.1.3) "+/+" matches "/finance". So a subscriber drops messages that the broker sent
# it rightly. qlobber 8.0.1, by which the broker aedes decides, follows the standard in each row.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mqtt-pattern@2.1.1 qlobber@8.0.1
cat > try.cjs <<'JS'
const { clean, matches } = require('mqtt-pattern')
const { Qlobber } = require('qlobber')
const options = { separator: '/', wildcard_one: '+', wildcard_some: '#', match_empty_levels: true }
const rows = [
  ['user/+id/#', 'user/bob'],
  ['user/+id/#path', 'user/bob'],
  ['+/+', '/finance'],
  ['lot/+lane/plate', 'lot//plate'],
]
for (const [filter, topic] of rows) {
  const broker = new Qlobber(options).add(clean(filter), 1).test(topic, 1)
  console.log(`${filter} on ${topic}: ${matches(filter, topic)}, broker ${broker}`)
}
JS
output=$(node try.cjs)
echo "$output"
expected='user/+id/# on user/bob: true, broker true
user/+id/#path on user/bob: false, broker true
+/+ on /finance: false, broker true
lot/+lane/plate on lot//plate: false, broker true'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
