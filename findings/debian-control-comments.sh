#!/usr/bin/env bash
# debian-control 1.0.0: a comment of a source package's control file (deb822(5): a line that begins with "#") becomes a
# field if it has a colon, as a dependency has that was put aside. `stringify` takes the first line out of the object
# that it is given, so that a second call for the same package has lost the synopsis of its Description and puts the
# long text in its place. Dpkg::Control::Info of dpkg-dev 1.21 reads the same file without the comment.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts debian-control@1.0.0
cat > control <<'FILE'
Source: edge
Maintainer: Parking <parking@example.org>

Package: edge
Architecture: all
#Depends: ffmpeg
Description: parking box
 Counts cars.
FILE
cat > try.cjs <<'JS'
const { readFileSync } = require('node:fs')
const { parse, stringify } = require('debian-control')
const edge = parse(readFileSync('control', 'utf8').split('\n\n')[1])
console.log(`fields: ${Object.keys(edge).join(' ')}`)
const description = () => stringify(edge).split('\n').slice(3).join('|')
console.log(`first: ${description()}`)
console.log(`second: ${description()}`)
JS
output=$(
  node try.cjs
  perl -MDpkg::Control::Info -e \
    'print "dpkg: ", join(" ", sort keys %{Dpkg::Control::Info->new("control")->get_pkg_by_idx(1)}), "\n"'
)
echo "$output"
expected='fields: Package Architecture #Depends Description
first: Description: parking box| Counts cars.
second: Description: Counts cars.
dpkg: Architecture Description Package'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
