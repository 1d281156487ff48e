#!/usr/bin/env bash
# aws-sigv4-sign 1.2.1: with the service s3 it signs the path as for other services, encoded a second time and with
# doubled slashes joined. S3 is the exception: its path is encoded once and not normalized (Amazon S3 API reference,
# "Authenticating requests: using the authorization header"). So a picture is refused whose key has a province's
# character, a space or the "+08:00" of its time; a plain key is taken. aws4 1.13.2 signs each as a server of S3 does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts aws-sigv4-sign@1.2.1 aws4@1.13.2
cat > try.mjs <<'JS'
import { createHash, createHmac } from 'node:crypto'
import aws4 from 'aws4'
import { signRequest } from 'aws-sigv4-sign'

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
const place = { service: 's3', region: 'us-east-1' }
const hmac = (key, text) => createHmac('sha256', key).update(text).digest()
/** The signature that a server of S3 computes for a request without a query. */
function expected(path, headers) {
  const [, scope, names] = /Credential=key\/(\S+), SignedHeaders=([^,]+)/.exec(headers.authorization)
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = ['GET', path, '', lines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = scope.split('/').reduce(hmac, 'AWS4secret')
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')).toString('hex')
}
const verdict = (path, headers) => {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return lower.authorization.endsWith(expected(path, lower)) ? 'taken' : 'refused'
}
for (const key of ['lot/1.jpg', 'lot/粤B12345.jpg', 'lot/lane 1.jpg', 'lot/08:30+08:00.jpg', 'lot//1.jpg']) {
  const path = `/bucket/${key.split('/').map(encodeURIComponent).join('/')}`
  const { headers } = await signRequest(`https://s3.example${path}`, { ...place, credentials })
  const plain = { host: 's3.example', ...Object.fromEntries(headers) }
  const sent = { ...place, host: 's3.example', path, headers: { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' } }
  const other = aws4.sign(sent, credentials)
  console.log(`${key}: ${verdict(path, plain)}, aws4 ${verdict(other.path, other.headers)}`)
}
JS
output=$(node try.mjs)
echo "$output"
expected='lot/1.jpg: taken, aws4 taken
lot/粤B12345.jpg: refused, aws4 taken
lot/lane 1.jpg: refused, aws4 taken
lot/08:30+08:00.jpg: refused, aws4 taken
lot//1.jpg: refused, aws4 taken'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
