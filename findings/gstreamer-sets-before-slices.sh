#!/usr/bin/env bash
# GStreamer 1.22.0 and ffmpeg 5.1 (Debian 12): with config-interval=-1, rtph264pay sends the parameter sets before
# each slice of a key frame and not before each key frame. By H.264 (7.4.1.2.3) they begin another picture, so
# ffmpeg decodes pictures of which a half is missing, and reports success. With config-interval=0 all is well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for interval in -1 0; do
  gst-launch-1.0 -q videotestsrc num-buffers=4 ! video/x-raw,width=640,height=360,format=I420 \
    ! x264enc tune=zerolatency threads=1 option-string=slices=2 key-int-max=1 \
    ! rtph264pay config-interval=$interval ! rtph264depay ! video/x-h264,stream-format=byte-stream \
    ! filesink location=film.h264
  said=$(ffmpeg -hide_banner -loglevel warning -i film.h264 -f null - 2>&1) && status=0 || status=$?
  damaged=$(grep -q 'corrupt decoded frame' <<<"$said" && echo damaged || echo whole)
  echo "config-interval=$interval: $damaged pictures, exit status $status" | tee -a output
done
expected=$'config-interval=-1: damaged pictures, exit status 0\nconfig-interval=0: whole pictures, exit status 0'
[[ "$(cat output)" == "$expected" ]] || { echo 'changed'; exit 1; }
