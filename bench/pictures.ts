/**
 * `npm run bench:pictures`: the processor time of one picture over HTTP at 2, 4 and 8 megapixels: reading its
 * bytes in the parts of a network (1,448 bytes) and of loopback, and decoding it to find damage.
 */
import sharp from 'sharp'
import { createAnswerReader } from '@parking/server/adapters/camera/answer-reader.ts'
import { pictureFinder } from '@parking/server/adapters/camera/http-picture.ts'
import { decodesWhole } from '@parking/server/core/files/whole-jpeg.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import { printTable } from './support/figures.ts'

const rounds = 10
const sizes = [
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const

/** Milliseconds of processor time of one run. */
async function costOf(work: () => unknown): Promise<string> {
  await work()
  const before = process.cpuUsage()
  for (let n = 0; n < rounds; n++) await work()
  const { user, system } = process.cpuUsage(before)
  return `${((user + system) / 1000 / rounds).toFixed(1)} ms`
}

function read(answer: Buffer, part: number): void {
  const reader = createAnswerReader({ max_bytes: answer.length, whole: pictureFinder() })
  for (let at = 0; at < answer.length; at += part) reader.take(Buffer.from(answer.subarray(at, at + part)))
  reader.end()
}

const frame = await createStreet({ cameras: 1, traffic: false, now: Date.now }).frame(0, 'BENCH')
const rows = [['picture', 'read in parts of 1,448 bytes', 'of 64 KiB', 'decoded at an eighth']]
for (const [width, height] of sizes)
  for (const progressive of [false, true]) {
    const jpeg = await sharp(frame).resize(width, height).jpeg({ quality: 90, progressive }).toBuffer()
    const head = `HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`
    const answer = Buffer.concat([Buffer.from(head), jpeg])
    rows.push([
      `${width} x ${height}${progressive ? ', progressive' : ''}, ${Math.round(jpeg.length / 1024)} KiB`,
      await costOf(() => read(answer, 1_448)),
      await costOf(() => read(answer, 65_536)),
      await costOf(() => decodesWhole(jpeg)),
    ])
  }
printTable(rows)
process.exit(0)
