#!/usr/bin/env bash
# JSZip 3.10.1 refuses an archive that Info-ZIP's zip 3.0 makes of a pipe (`capture | zip - -`). zip cannot know the
# length beforehand and writes the ZIP64 end records, while the plain end record holds the true figures (APPNOTE
# 6.3.10, section 4.3.14). JSZip takes the ZIP64 records for bytes before the archive and finds no directory. unzip,
# Python's zipfile, yauzl 3.2.0, adm-zip 0.5.16 and fflate 0.8.2 read it. Needs zip, unzip and python3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jszip@3.10.1 yauzl@3.2.0 adm-zip@0.5.16 fflate@0.8.2
echo 'a picture' > picture.jpg
zip -q named.zip picture.jpg
zip -q - - < <(cat picture.jpg) > piped.zip
cat > try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import AdmZip from 'adm-zip'
import { unzipSync } from 'fflate'
import JSZip from 'jszip'
import yauzl from 'yauzl'

const readers = {
  JSZip: async (file) => Object.keys((await JSZip.loadAsync(readFileSync(file))).files),
  'adm-zip': (file) => new AdmZip(file).getEntries().map((entry) => entry.entryName),
  fflate: (file) => Object.keys(unzipSync(readFileSync(file))),
  yauzl: async (file) => {
    const zip = await new Promise((resolve, reject) =>
      yauzl.open(file, { lazyEntries: false }, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    const names = []
    zip.on('entry', (entry) => names.push(entry.fileName))
    return new Promise((resolve) => zip.on('end', () => resolve(names)))
  },
}
for (const [name, read] of Object.entries(readers))
  for (const file of ['named.zip', 'piped.zip'])
    console.log(`${name}, ${file}: ${await Promise.resolve(file).then(read).catch((error) => error.message)}`)
JS
output=$(
  for file in named.zip piped.zip; do
    unzip -tq "$file"
    python3 -c 'import sys, zipfile; print("zipfile:", *zipfile.ZipFile(sys.argv[1]).namelist())' "$file"
  done
  node try.mjs
)
echo "$output"
expected='No errors detected in compressed data of named.zip.
zipfile: picture.jpg
No errors detected in compressed data of piped.zip.
zipfile: -
JSZip, named.zip: picture.jpg
JSZip, piped.zip: Corrupted zip or bug: expected 1 records in central dir, got 0
adm-zip, named.zip: picture.jpg
adm-zip, piped.zip: -
fflate, named.zip: picture.jpg
fflate, piped.zip: -
yauzl, named.zip: picture.jpg
yauzl, piped.zip: -'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
