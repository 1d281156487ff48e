#!/usr/bin/env bash
# deb-version-compare 1.2.1: a number with a leading zero differs from the same number without one, so that the
# rest of the version does not count. deb-version(7) compares digits by their value: 1.07-2 is the later one for
# dpkg 1.21, the earlier one here. Both orders of 1.0 and 1.00 answer -1, and so a sorted list has no fixed order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
dpkg --compare-versions 1.07-2 gt 1.7-1
dpkg --compare-versions 1.00 eq 1.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts deb-version-compare@1.2.1
cat > try.cjs <<'JS'
const compare = require('deb-version-compare')
console.log(compare('1.07-2', '1.7-1'), compare('1.0', '1.00'), compare('1.00', '1.0'), compare('1.10-1', '1.9-1'))
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == '-1 -1 -1 1' ]] || { echo 'changed'; exit 1; }
