#!/usr/bin/env bash
# An archive of evidence that holds another archive and was written to a pipe: Info-ZIP's zip 3.0 stores the inner
# one and says its length behind it, in a data descriptor (APPNOTE 6.3.10, section 4.3.9). fflate 0.8.3, read as a
# stream (Unzip), cuts the inner archive short and lists its files as those of the outer one, without an error;
# unzipper 0.12.5 ends with one. unzip-stream 0.3.4 reads the same stream rightly, and by the end of the archive
# fflate itself (unzipSync), yauzl 3.4.0 and unzip do. Needs zip and unzip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fflate@0.8.3 unzip-stream@0.3.4 unzipper@0.12.5 yauzl@3.4.0
mkdir pictures
seq 1 200 > pictures/exit.txt
seq 1 100 > entry.txt
(cd pictures && zip -q ../event.zip exit.txt)
zip -q - event.zip entry.txt | cat > dossier.zip
cat > try.mjs <<'JS'
import { once } from 'node:events'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { Unzip, UnzipInflate, unzipSync } from 'fflate'
import unzipStream from 'unzip-stream'
import unzipper from 'unzipper'
import yauzl from 'yauzl'

const file = 'dossier.zip'
const sizes = { 'event.zip': statSync('event.zip').size, 'entry.txt': statSync('entry.txt').size }
const shown = (name, size) => `${name} ${size === sizes[name] ? 'whole' : name in sizes ? 'cut' : 'from inside'}`
/** The entries of a library with the events of `unzip`; one may end after its stream has closed. */
const parsed = (library) =>
  new Promise((resolve) => {
    const found = []
    const end = async (error) => resolve([...(await Promise.all(found)), ...(error ? ['an error'] : [])])
    const stream = createReadStream(file).pipe(library.Parse()).on('close', end).on('error', end)
    stream.on('entry', (entry) => {
      let size = 0
      entry.on('data', (part) => (size += part.length))
      found.push(once(entry, 'end').then(() => shown(entry.path, size)))
    })
  })
const readers = {
  'fflate, Unzip': () => {
    const found = []
    const unzip = new Unzip()
    unzip.register(UnzipInflate)
    unzip.onfile = (entry) => {
      let size = 0
      entry.ondata = (error, part, isLast) => {
        size += part?.length ?? 0
        if (error || isLast) found.push(error ? 'an error' : shown(entry.name, size))
      }
      entry.start()
    }
    unzip.push(readFileSync(file), true)
    return found
  },
  'unzip-stream': () => parsed(unzipStream),
  unzipper: () => parsed(unzipper),
  'fflate, unzipSync': () => {
    const files = unzipSync(readFileSync(file))
    return Object.entries(files).map(([name, bytes]) => shown(name, bytes.length))
  },
  yauzl: async () => {
    const zip = await yauzl.openPromise(file)
    const found = []
    for await (const entry of zip.eachEntry()) found.push(shown(entry.fileName, entry.uncompressedSize))
    return found
  },
}
for (const [name, read] of Object.entries(readers)) console.log(`${name}: ${(await read()).join(', ')}`)
JS
output=$(
  unzip -tq dossier.zip
  node try.mjs
)
echo "$output"
expected='No errors detected in compressed data of dossier.zip.
fflate, Unzip: event.zip cut, exit.txt from inside, entry.txt whole
unzip-stream: event.zip whole, entry.txt whole
unzipper: event.zip whole, an error
fflate, unzipSync: event.zip whole, entry.txt whole
yauzl: event.zip whole, entry.txt whole'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
