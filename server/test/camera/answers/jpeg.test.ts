/**
 * The reader of JPEGs beside libjpeg-turbo (sharp): both accept the same files, whatever a camera puts around
 * and between the segments, and neither accepts a picture of which parts are missing.
 */
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { firstJpeg, jpegSize, readJpeg } from '@parking/contract/core/jpeg.ts'
import { decodesWhole } from '#src/core/files/whole-jpeg.ts'

const [width, height] = [160, 96]
const soi = Buffer.from([0xff, 0xd8])
const eoi = Buffer.from([0xff, 0xd9])
/** The same picture in the encodings that cameras use. */
const kinds: Record<string, Buffer> = {}

beforeAll(async () => {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * i * 7919) % 251))
  const opened = () => sharp(pixels, { raw: { width, height, channels: 3 } }).blur(1.5)
  kinds['baseline'] = await opened().jpeg({ quality: 80 }).toBuffer()
  kinds['progressive'] = await opened().jpeg({ progressive: true }).toBuffer()
  kinds['grey'] = await opened().greyscale().jpeg().toBuffer()
  kinds['with notes'] = await opened()
    .withExif({ IFD0: { Model: 'x'.repeat(400) } })
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer()
  kinds['4:4:4'] = await opened().jpeg({ chromaSubsampling: '4:4:4', optimiseCoding: true }).toBuffer()
})

const pixelsOf = (jpeg: Uint8Array) => sharp(jpeg, { failOn: 'none' }).raw().toBuffer()
const kind = fc.constantFrom('baseline', 'progressive', 'grey', 'with notes', '4:4:4')
const rubbish = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes.map((byte) => byte % 255)))
/** Is the whole picture there? As the device decides it. */
const isWhole = async (file: Buffer) => readJpeg(file) !== undefined && (await decodesWhole(file))

test('bytes behind the end, fill bytes, notes and stray bytes: accepted, with the same pixels', async () => {
  const parts = fc.record({
    kind,
    behind: fc.oneof(rubbish, fc.constant(soi), fc.constant(Buffer.alloc(200_000))),
    before_end: fc.oneof(
      fc.nat({ max: 40 }).map((length) => Buffer.alloc(length)),
      rubbish.map((bytes) => bytes.subarray(0, 30)),
    ),
    fill: fc.nat({ max: 5 }),
    note: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    stray: rubbish,
  })
  await fc.assert(
    fc.asyncProperty(parts, async ({ kind: name, behind, before_end, fill, note, stray }) => {
      const plain = kinds[name]!
      const size = Buffer.alloc(2)
      size.writeUInt16BE(note.length + 2)
      const file = Buffer.concat([
        soi,
        Buffer.concat([Buffer.alloc(fill, 0xff), Buffer.from([0xff, 0xed]), size, note]),
        stray,
        plain.subarray(2, -2),
        before_end,
        eoi,
        behind,
      ])
      expect(jpegSize(file)).toEqual({ width, height })
      expect(await isWhole(file)).toBe(true)
      expect(await pixelsOf(file)).toEqual(await pixelsOf(plain))
    }),
    { numRuns: 25 },
  )
})

test('a cut picture, or one that lacks a part, is found, with an end marker or without', async () => {
  const loss = fc.record({ kind, from: fc.double({ min: 0.05, max: 0.9, noNaN: true }), ends: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(loss, async ({ kind: name, from, ends }) => {
      const plain = kinds[name]!
      const data = plain.indexOf(Buffer.from([0xff, 0xda]))
      const cut = plain.subarray(0, data + Math.floor((plain.length - data) * from))
      expect(await isWhole(ends ? Buffer.concat([cut, eoi]) : cut)).toBe(false)
      expect(jpegSize(cut)).toBeUndefined()
      expect(await isWhole(Buffer.concat([cut, plain]))).toBe(false)
    }),
    { numRuns: 25 },
  )
  const scan = kinds['baseline']!
  for (const share of [0.4, 0.5, 0.6]) {
    const at = Math.floor(scan.length * share)
    const holed = Buffer.concat([scan.subarray(0, at), scan.subarray(at + Math.floor(scan.length * 0.2))])
    expect(await isWhole(holed)).toBe(false)
  }
})

test('a picture that is smeared behind a fault, or cut in its last lines, is found', async () => {
  const sequential = Object.entries(kinds).filter(([name]) => name !== 'progressive')
  for (const [name, plain] of sequential) {
    const data = plain.indexOf(Buffer.from([0xff, 0xda]))
    for (const share of [0.3, 0.6, 0.9]) {
      const at = data + Math.floor((plain.length - data) * share)
      const [before, behind] = [plain.subarray(0, at), plain.subarray(at + 100)]
      expect(await isWhole(Buffer.concat([before, behind])), `${name}: lost at ${share}`).toBe(false)
      const added = Buffer.concat([before, Buffer.alloc(100, 0x5a), plain.subarray(at)])
      expect(await isWhole(added), `${name}: added at ${share}`).toBe(false)
    }
    expect(await isWhole(Buffer.concat([plain.subarray(0, -60), eoi])), `${name}: cut`).toBe(false)
  }
})

test('a progressive picture that ends between two of its scans is cut', async () => {
  const whole = kinds['progressive']!
  const scans = [...whole.keys()].filter((at) => whole[at] === 0xff && whole[at + 1] === 0xda)
  expect(scans.length).toBeGreaterThan(4)
  for (const scan of scans) {
    const table = whole.lastIndexOf(Buffer.from([0xff, 0xc4]), scan)
    for (const at of [table, table + 1])
      expect(readJpeg(Buffer.concat([whole.subarray(0, at), eoi]))).toBeUndefined()
  }
})

test('odd values that a decoder replaces are no damage, and hide none', async () => {
  const odd = Buffer.from(kinds['baseline']!)
  const [notes, scan] = [odd.indexOf('JFIF'), odd.indexOf(Buffer.from([0xff, 0xda]))]
  if (notes > 0) odd[notes + 5] = 9
  odd.set([1, 2, 0x33], scan + 11)
  expect(await isWhole(odd)).toBe(true)
  const at = scan + Math.floor((odd.length - scan) / 2)
  expect(await isWhole(Buffer.concat([odd.subarray(0, at), odd.subarray(at + 200)]))).toBe(false)
  const no_such_table = Buffer.from(odd)
  no_such_table[scan + 6] = 0x33
  expect(await isWhole(no_such_table)).toBe(false)
})

test('a missing end marker alone is no damage', async () => {
  for (const plain of Object.values(kinds)) {
    expect(readJpeg(plain.subarray(0, -2))).toEqual({ width, height, end: undefined })
    expect(await decodesWhole(plain.subarray(0, -2))).toBe(true)
  }
})

test('any bytes are read without an exception, and never as a picture that the decoder refuses', async () => {
  const changed = fc.record({ kind, at: fc.nat(), byte: fc.nat({ max: 255 }), length: fc.nat({ max: 4 }) })
  await fc.assert(
    fc.asyncProperty(changed, async ({ kind: name, at, byte, length }) => {
      const file = Buffer.from(kinds[name]!)
      const from = at % file.length
      file.fill(byte, from, Math.min(file.length, from + length))
      const decoded = await sharp(file, { failOn: 'none' })
        .raw()
        .toBuffer()
        .then(
          () => true,
          () => false,
        )
      if (await isWhole(file)) expect(decoded).toBe(true)
    }),
    { numRuns: 80 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      readJpeg(bytes)
      readJpeg(Buffer.concat([soi, Buffer.from([0xff]), bytes]))
      firstJpeg(bytes)
    }),
  )
})

test('the first picture of a stream is found at its end, and no thumbnail inside it is taken', async () => {
  const thumbnail = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const size = Buffer.alloc(2)
  size.writeUInt16BE(thumbnail.length + 8)
  const note = Buffer.concat([Buffer.from([0xff, 0xe1]), size, Buffer.from('Exif\0\0'), thumbnail])
  const picture = Buffer.concat([soi, note, kinds['baseline']!.subarray(2)])
  const stream = Buffer.concat([Buffer.from('--x\r\n\r\n'), picture, Buffer.from('\r\n--x\r\n\r\n'), picture])
  const end = 7 + picture.length
  for (const at of [0, 20, 7 + note.length + 4, end - 1])
    expect(firstJpeg(stream.subarray(0, at))).toBeUndefined()
  for (const at of [end, end + 5, stream.length])
    expect(Buffer.from(firstJpeg(stream.subarray(0, at))!)).toEqual(picture)
})
