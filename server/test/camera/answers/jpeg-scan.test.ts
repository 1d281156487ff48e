/** The reader of JPEG scans beside one that takes each bit by itself (ITU-T T.81, F.2.2): both agree. */
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { is_frame, partsOf } from '@parking/contract/core/jpeg.ts'
import { scansFit } from '#src/core/files/jpeg-scan.ts'

const [width, height] = [72, 56]
const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * i * 7919) % 251))
const opened = () => sharp(pixels, { raw: { width, height, channels: 3 } })
const files = await Promise.all([
  opened().jpeg({ quality: 95 }).toBuffer(),
  opened().blur(2).jpeg({ quality: 40 }).toBuffer(),
  opened().blur(1).jpeg({ optimiseCoding: true }).toBuffer(),
  opened().blur(1).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  opened().blur(1).greyscale().jpeg().toBuffer(),
])

type Component = { id: number; h: number; v: number; quantiser: number }
/** The symbol of each code, by its bits as text. */
type Codes = Map<string, number>

/** Whether the one scan of a sequential picture without restarts has the data of its blocks. */
function fitsBitByBit(file: Buffer): boolean {
  const codes = new Map<number, Codes>()
  const steps = new Map<number, number>()
  let components: Component[] = []
  for (const { marker, at, to } of partsOf(file)) {
    if (is_frame(marker))
      components = Array.from({ length: file[at + 9]! }, (_, i) => {
        const [id = 0, sampling = 0, quantiser = 0] = file.subarray(at + 10 + i * 3)
        return { id, h: sampling >> 4, v: sampling & 15, quantiser }
      })
    for (let from = at + 4; marker === 0xdb && from < to; from += 65)
      steps.set(file[from]! & 15, file[from + 1]!)
    for (let from = at + 4; marker === 0xc4 && from < to;) {
      const table: Codes = new Map()
      let [code, next] = [0, from + 17]
      for (let length = 1; length <= 16; length++, code *= 2)
        for (let n = 0; n < file[from + length]!; n++)
          table.set((code++).toString(2).padStart(length, '0'), file[next++]!)
      codes.set(file[from]!, table)
      from = next
    }
    if (marker === 0xda) return scanFits(file.subarray(at, to), components, codes, steps)
  }
  throw new Error('There is no scan')
}

function scanFits(
  scan: Buffer,
  components: readonly Component[],
  codes: ReadonlyMap<number, Codes>,
  steps: ReadonlyMap<number, number>,
): boolean {
  // The data are stuffed: a zero follows each byte of ones, and other markers are passed over.
  const plain: number[] = []
  for (let at = 2 + scan.readUInt16BE(2); at < scan.length; at++) {
    if (scan[at] !== 0xff) plain.push(scan[at]!)
    else {
      while (scan[at + 1] === 0xff) at++
      if (scan[++at] === 0) plain.push(0xff)
    }
  }
  const bits = plain.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let p = 0
  const take = (length: number) => {
    const taken = bits.slice(p, p + length).padEnd(length, '0')
    p += length
    return taken
  }
  const symbol = (table: Codes): number | undefined => {
    for (let word = ''; word.length < 16;) {
      word += take(1)
      if (table.has(word)) return table.get(word)
    }
    p -= 16
    return undefined
  }
  const alone = components.length === 1
  const biggest = (side: 'h' | 'v') =>
    components.reduce((most, one) => (one[side] > most ? one[side] : most), 1)
  const [across, down] = alone ? [1, 1] : [biggest('h'), biggest('v')]
  const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down))
  const blocks = components.flatMap((one, at) =>
    Array.from({ length: alone ? 1 : one.h * one.v }, () => ({
      at,
      dc: codes.get(scan[6 + at * 2]! >> 4)!,
      ac: codes.get(16 + (scan[6 + at * 2]! & 15))!,
      limit: 1024 / steps.get(one.quantiser)! + 1,
    })),
  )
  const means = components.map(() => 0)
  for (let n = 0; n < units * blocks.length; n++) {
    if (p > bits.length) return false
    const may_lack = n === units * blocks.length - 1
    const { at, dc, ac, limit } = blocks[n % blocks.length]!
    const length = symbol(dc)
    const word = take((length ?? 0) & 15)
    means[at]! += word === '' ? 0 : Number.parseInt(word, 2) - (word[0] === '1' ? 0 : 2 ** word.length - 1)
    if (!may_lack && (length === undefined || Math.abs(means[at]!) > limit)) return false
    for (let k = 1; k < 64; k++) {
      const code = symbol(ac)
      if (code === undefined) return may_lack && p + 16 > bits.length
      take(code & 15)
      if (code === 0 || ((code & 15) === 0 && code >> 4 < 15)) break
      k += code >> 4
      if (k > 63) return may_lack && p > bits.length
    }
  }
  const rest = plain.slice(Math.ceil(p / 8))
  return p > bits.length || rest.length <= 32 || rest.every((byte) => byte === rest[0])
}

test('a scan is judged as bit by bit, whatever has happened to its data', () => {
  const damage = fc.record({
    file: fc.constantFrom(...files),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.uint8Array({ maxLength: 60 }),
    lost: fc.nat({ max: 80 }),
  })
  const verdicts = new Set<boolean>()
  fc.assert(
    fc.property(damage, ({ file, share, bytes, lost }) => {
      const scan = file.indexOf(Buffer.from([0xff, 0xda]))
      const from = scan + 2 + file.readUInt16BE(scan + 2)
      const at = from + Math.floor((file.length - 2 - from) * share)
      // A marker in the data would end the scan for both.
      const changed = bytes.map((byte) => (byte === 0xff ? 0xfe : byte))
      const damaged = Buffer.concat([file.subarray(0, at), changed, file.subarray(at + lost)])
      const expected = fitsBitByBit(damaged)
      expect(scansFit(damaged)).toBe(expected)
      verdicts.add(expected)
    }),
    { numRuns: 300 },
  )
  for (const file of files) expect([scansFit(file), fitsBitByBit(file)]).toEqual([true, true])
  expect(verdicts).toEqual(new Set([true, false]))
})
