#!/usr/bin/env bash
# lean-qr 2.7.4 writes, @undecaf/zbar-wasm 0.11.0 reads: lean-qr uses the Kanji mode (ISO/IEC 18004, 7.4.6) for
# Chinese characters that Japanese has as well, as of 20 of the 31 provinces. zbar-wasm gives the bytes of Shift
# JIS in such a segment as if they were UTF-8: 粤B12345 comes back without its province. Characters that Japanese
# lacks go out as UTF-8 and come back whole, so that 沪 and 苏 work while 粤 and 京 do not. jsqr 1.4.0 and
# @zxing/library 0.23.0 read each code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts lean-qr@2.7.4 @undecaf/zbar-wasm@0.11.0 jsqr@1.4.0 \
  @zxing/library@0.23.0
cat > try.mjs <<'JS'
import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import jsQR from 'jsqr'
import { generate } from 'lean-qr'

const [scale, margin] = [4, 4]
function drawn(code) {
  const width = (code.size + 2 * margin) * scale
  const cell = (at) => Math.floor(at / scale) - margin
  const dot = (_, at) => (code.get(cell(at % width), cell(Math.floor(at / width))) ? 0 : 255)
  return { width, grey: Uint8Array.from({ length: width * width }, dot) }
}
const coloured = (grey) =>
  Uint8ClampedArray.from({ length: grey.length * 4 }, (_, at) => (at % 4 === 3 ? 255 : grey[at >> 2]))
const readers = {
  'zbar-wasm': async (grey, width) => (await scanGrayBuffer(grey.slice().buffer, width, width))[0].decode(),
  jsqr: (grey, width) => jsQR(coloured(grey), width, width).data,
  zxing: (grey, width) => {
    const source = new RGBLuminanceSource(Uint8ClampedArray.from(grey), width, width)
    return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText()
  },
}
for (const plate of ['沪A12345', '苏A12345', '京A12345', '粤B12345', 'ABC-1234']) {
  const { width, grey } = drawn(generate(plate))
  const said = []
  for (const [name, read] of Object.entries(readers)) {
    const text = await read(grey, width)
    said.push(`${name} ${text === plate ? 'the same' : text.replaceAll('\ufffd', '?')}`)
  }
  console.log(`${plate}: ${said.join(', ')}`)
}
JS
output=$(node try.mjs)
echo "$output"
expected='沪A12345: zbar-wasm the same, jsqr the same, zxing the same
苏A12345: zbar-wasm the same, jsqr the same, zxing the same
京A12345: zbar-wasm ??A12345, jsqr the same, zxing the same
粤B12345: zbar-wasm ??B12345, jsqr the same, zxing the same
ABC-1234: zbar-wasm the same, jsqr the same, zxing the same'
[[ "$output" == "$expected" ]] || { echo 'changed'; exit 1; }
