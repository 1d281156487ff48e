#!/usr/bin/env bash
# h264-sps-parser 0.2.0: reads aspect_ratio_idc as an Exp-Golomb code, but it is one byte (H.264, E.1.1), so that
# everything behind it is read at the wrong bit. In the parameter set that x264 makes for 1080p at 25 pictures a
# second (num_units_in_tick 1, time_scale 50 by the trace_headers filter of ffmpeg 7.1) it finds no rate at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts h264-sps-parser@0.2.0
cat > try.cjs <<'JS'
const { parse } = require('h264-sps-parser')
const x264 = '67640028acd940780227e5c044000003000400000300c83c60c658'
const { frame_cropping, vui_parameters } = parse(Uint8Array.from(Buffer.from(x264, 'hex')))
const { aspect_ratio_idc, num_units_in_tick, time_scale } = vui_parameters
console.log(`crop ${frame_cropping.bottom}, aspect ${aspect_ratio_idc}, rate ${num_units_in_tick}/${time_scale}`)
JS
output=$(node try.cjs)
echo "$output"
[[ "$output" == 'crop 4, aspect 135, rate 0/0' ]] || { echo 'changed'; exit 1; }
