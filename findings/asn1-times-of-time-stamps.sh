#!/usr/bin/env bash
# asn1.js 5.4.1 drops the fraction of a GeneralizedTime, also of 19990609001326.34352Z, the example that RFC 3161
# (section 2.4.2) gives for the time of a time stamp, and takes a time with an offset (X.680, 46.2) for UTC. asn1js
# 4.0.0 adds that offset instead of taking it away and puts the day of the week in the place of the day, so that half
# past four of Friday the 20th in Taipei is half past midnight of the 1st. node-forge 1.4.3 writes no fraction: two
# stamps of one second get the same time. @fidm/asn1 1.0.4 reads each as it was meant.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts asn1.js@5.4.1 asn1js@4.0.0 node-forge@1.4.3 @fidm/asn1@1.0.4
cat > try.mjs <<'JS'
import { ASN1 } from '@fidm/asn1'
import asn1 from 'asn1.js'
import { fromBER } from 'asn1js'
import forge from 'node-forge'

const Time = asn1.define('Time', function () {
  this.gentime()
})
const readers = {
  '@fidm/asn1': (bytes) => ASN1.fromDER(bytes).value,
  'asn1.js': (bytes) => new Date(Time.decode(bytes, 'der')),
  asn1js: (bytes) => fromBER(bytes).result.toDate(),
  'node-forge': (bytes) => forge.asn1.generalizedTimeToDate(forge.asn1.fromDer(bytes.toString('latin1')).value),
}
for (const text of ['20261120083000Z', '19990609001326.34352Z', '20261120163000+0800']) {
  const bytes = Buffer.concat([Buffer.from([0x18, text.length]), Buffer.from(text)])
  console.log(text)
  for (const [name, read] of Object.entries(readers)) console.log(`  ${name} ${read(bytes).toISOString()}`)
}
console.log(`node-forge writes ${forge.asn1.dateToGeneralizedTime(new Date('2026-11-20T08:30:00.500Z'))}`)
JS
output=$(TZ=UTC node try.mjs)
echo "$output"
expected='20261120083000Z
  @fidm/asn1 2026-11-20T08:30:00.000Z
  asn1.js 2026-11-20T08:30:00.000Z
  asn1js 2026-11-20T08:30:00.000Z
  node-forge 2026-11-20T08:30:00.000Z
19990609001326.34352Z
  @fidm/asn1 1999-06-09T00:13:26.343Z
  asn1.js 1999-06-09T00:13:26.000Z
  asn1js 1999-06-09T00:13:26.343Z
  node-forge 1999-06-09T00:13:26.343Z
20261120163000+0800
  @fidm/asn1 2026-11-20T08:30:00.000Z
  asn1.js 2026-11-20T16:30:00.000Z
  asn1js 2026-11-01T00:30:00.000Z
  node-forge 2026-11-20T08:30:00.000Z
node-forge writes 20261120083000Z'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
