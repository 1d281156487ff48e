#!/usr/bin/env bash
# nsyslog-parser 0.10.1: one escaped quote in a value of structured data (RFC 5424, section 6.3.3) and the whole
# element is lost: it stays in front of the message as text, without any error. An escaped bracket or backslash
# keeps its backslash in the value. glossy 0.1.7 reads all three as the RFC says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nsyslog-parser@0.10.1 glossy@0.1.7
cat > try.cjs <<'JS'
const parse = require('nsyslog-parser')
const { Parse } = require('glossy')
for (const value of ['lot \\"A\\"', 'lot [A\\]', 'lot \\\\A']) {
  const line = `<134>1 2026-11-20T08:30:00Z box edge - entry [lot@32473 name="${value}"] a car has come`
  const { structuredData, message } = parse(line)
  Parse.parse(line, ({ structuredData: read }) => {
    const found = structuredData[0]?.name ?? `nothing, before "${message.slice(-14)}"`
    console.log(`${read['lot@32473'].name} is read as ${found}`)
  })
}
JS
output=$(node try.cjs)
echo "$output"
expected='lot "A" is read as nothing, before "a car has come"
lot [A] is read as lot [A\]
lot \A is read as lot \\A'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
