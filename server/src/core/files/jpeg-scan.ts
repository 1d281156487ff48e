/**
 * Whether the data of a JPEG's scans are what its size needs (ITU-T T.81, annexes E and F): behind a fault
 * the rest is smeared, and data are left over or lacking. Long because each kind of segment has its reader.
 */
import { is_frame, partsOf } from '@parking/contract/core/jpeg.ts'

type Component = { id: number; h: number; v: number; quantiser: number }
type Frame = { width: number; height: number; components: readonly Component[] }
/** A code: its length times 256 plus its symbol; `from` and `to`: the words of 16 bits that begin with it. */
type LongCode = { code: number; from: number; to: number }
/**
 * `one`: by the next `word_bits`, the code there; 0 for none or a longer one, which is in `long`.
 * `many`: by the same bits, the codes of coefficients that end within them, each with its value: their
 * bits (4), how many coefficients they pass (7), and whether they end the block (1).
 */
type Table = { one: Uint16Array; many: Uint16Array; long: readonly LongCode[] }
/** `component`: its index. `max_dc`: the limit of its mean brightness or colour, quantised. */
type Block = { dc: Table; ac: Table; component: number; max_dc: number }

/**
 * The bytes of any value that encoders leave before a marker; libjpeg calls them extraneous, and cheap
 * cameras are known for them. A longer rest has to be a run of equal bytes, which encoders fill up with.
 */
const max_stray = 32
/** The mean of a block of 8 x 8 samples of 8 bits, as it is coded: eight times its distance from grey. */
const max_mean = 1024
const bits_a_sample = 8
/** Small enough for the first cache of a processor, and wide enough for two or three codes. */
const word_bits = 12
const ends_block = 1 << 11
/** A block has at most 63 codes of 31 bits: it cannot read past this. */
const spare = 256

/**
 * False if a scan has more or less data than its blocks need, or no code. Undefined for other than sequential
 * Huffman coding, for tables that are not there, and for odd segments: a decoder has to judge those.
 */
export function scansFit(file: Uint8Array): boolean | undefined {
  const tables = new Map<number, Table>()
  const steps = new Map<number, number>()
  let frame: Frame | undefined
  let interval = 0
  let fits: boolean | undefined
  for (const { marker, at, to } of partsOf(file)) {
    if (marker === 0xd9) break
    if (marker < 0xc0 || to - at < 4) return undefined
    if (is_frame(marker)) {
      if (marker > 0xc1 || file[at + 4] !== bits_a_sample || frame) return undefined
      frame = frameAt(file, at, to)
    }
    if (marker === 0xc4 && !readTables(file, at + 4, to, tables)) return undefined
    if (marker === 0xdb && !readSteps(file, at + 4, to, steps)) return undefined
    if (marker === 0xdd && to - at !== 6) return undefined
    if (marker === 0xdd) interval = file[at + 4]! * 256 + file[at + 5]!
    if (marker !== 0xda) continue
    const plan = frame && planOf(file, at, frame, tables, steps)
    if (!plan) return undefined
    const from = at + 2 + file[at + 2]! * 256 + file[at + 3]!
    const data = Buffer.from(file.buffer, file.byteOffset + from, to - from)
    fits = scanFits(data, plan, interval)
    if (!fits) return false
  }
  return fits
}

function frameAt(file: Uint8Array, at: number, to: number): Frame | undefined {
  const [height, width] = [file[at + 5]! * 256 + file[at + 6]!, file[at + 7]! * 256 + file[at + 8]!]
  const components = Array.from({ length: file[at + 9]! }, (_, i) => {
    const sampling = file[at + 11 + i * 3]!
    return {
      id: file[at + 10 + i * 3]!,
      h: sampling >> 4,
      v: sampling & 15,
      quantiser: file[at + 12 + i * 3]!,
    }
  })
  const is_sane = components.every(({ h, v }) => h >= 1 && h <= 4 && v >= 1 && v <= 4)
  return to - at === 10 + 3 * components.length && width > 0 && height > 0 && is_sane && components.length > 0
    ? { width, height, components }
    : undefined
}

/** Reads the tables of a segment; false unless each is a prefix code, and they fill the segment. */
function readTables(file: Uint8Array, from: number, to: number, tables: Map<number, Table>): boolean {
  let at = from
  while (at < to) {
    if (at + 17 > to || (file[at]! & ~0x13) !== 0) return false
    const one = new Uint16Array(1 << word_bits)
    const long: LongCode[] = []
    let [begin, next] = [0, at + 17]
    for (let length = 1; length <= 16; length++) {
      const words = 1 << (16 - length)
      for (let i = 0; i < file[at + length]!; i++) {
        const end = begin + words
        if (end > 65_536 || next >= to) return false
        const code = length * 256 + file[next++]!
        if (length > word_bits) long.push({ code, from: begin, to: end })
        else one.fill(code, begin >> (16 - word_bits), end >> (16 - word_bits))
        begin = end
      }
    }
    tables.set(file[at]!, { one, long, many: file[at]! < 16 ? one : manyOf(one) })
    at = next
  }
  return true
}

/** The code at the beginning of a word of 16 bits; 0 for none. */
const longCode = ({ long }: Table, word: number): number =>
  long.find(({ from, to }) => word >= from && word < to)?.code ?? 0

function manyOf(one: Uint16Array): Uint16Array {
  const many = new Uint16Array(1 << word_bits)
  for (let word = 0; word < many.length; word++) {
    let [p, passed, ends] = [0, 0, false]
    while (!ends) {
      const code = one[(word << p) & ((1 << word_bits) - 1)]!
      const bits = code & 15
      const [length, run] = [(code >> 8) + bits, (code & 255) >> 4]
      const is_end = bits === 0 && run < 15
      if (code === 0 || p + length > word_bits || passed + run + 1 > 64) break
      p += length
      if (is_end) ends = true
      else passed += run + 1
    }
    // An end stands within the 64 coefficients too. Without a code, none of them is left.
    many[word] = p | ((p === 0 ? 127 : passed + Number(ends)) << 4) | (ends ? ends_block : 0)
  }
  return many
}

/** The step of the mean of a block, by the number of its table; false unless they fill the segment. */
function readSteps(file: Uint8Array, from: number, to: number, steps: Map<number, number>): boolean {
  let at = from
  while (at < to) {
    if ((file[at]! & ~0x13) !== 0) return false
    const is_wide = file[at]! >> 4 === 1
    steps.set(file[at]! & 15, is_wide ? file[at + 1]! * 256 + file[at + 2]! : file[at + 1]!)
    at += is_wide ? 129 : 65
  }
  return at === to
}

/** The blocks of one unit of a scan, in order, and the number of units. */
type Plan = { blocks: readonly Block[]; units: number }

function planOf(
  file: Uint8Array,
  at: number,
  { width, height, components }: Frame,
  tables: ReadonlyMap<number, Table>,
  steps: ReadonlyMap<number, number>,
): Plan | undefined {
  const count = file[at + 4]!
  if (file[at + 2]! * 256 + file[at + 3]! !== 6 + 2 * count) return undefined
  const blocks: Block[] = []
  const [h_max, v_max] = [
    Math.max(...components.map(({ h }) => h)),
    Math.max(...components.map(({ v }) => v)),
  ]
  const across = (size: number, part: number, whole: number) =>
    Math.ceil(Math.ceil((size * part) / whole) / 8)
  let units = Math.ceil(width / (8 * h_max)) * Math.ceil(height / (8 * v_max))
  for (let i = 0; i < count; i++) {
    const component = components.find(({ id }) => id === file[at + 5 + i * 2])
    const names = file[at + 6 + i * 2]!
    const [dc, ac] = [tables.get(names >> 4), tables.get(16 + (names & 15))]
    const step = steps.get(component?.quantiser ?? -1)
    if (!component || !dc || !ac || !step) return undefined
    const { h, v } = component
    const max_dc = max_mean / step + 1
    if (count === 1) units = across(width, h, h_max) * across(height, v, v_max)
    for (let n = 0; n < (count === 1 ? 1 : h * v); n++) blocks.push({ dc, ac, component: i, max_dc })
  }
  return { blocks, units }
}

/** `interval`: the units between two restart markers; 0 for none. */
function scanFits(data: Buffer, { blocks, units }: Plan, interval: number): boolean {
  const plain = Buffer.allocUnsafe(data.length + spare)
  let [done, at, restarts] = [0, 0, 0]
  while (done < units) {
    let length = 0
    for (;;) {
      const marker = data.indexOf(0xff, at)
      const end = marker < 0 ? data.length : marker
      // Fill bytes may end behind the data.
      if (at < end) length += data.copy(plain, length, at, end)
      at = end
      if (marker < 0) break
      while (data[at + 1] === 0xff) at++
      const next = data[at + 1]
      at += 2
      if (next === 0) plain[length++] = 0xff
      else if (next !== undefined && next >= 0xd0 && next <= 0xd7) {
        // They count from 0 to 7: after a lost one the rest stands at the wrong place.
        if ((next & 7) !== (restarts++ & 7)) return false
        break
      }
    }
    const wanted = interval === 0 ? units : Math.min(interval, units - done)
    done += wanted
    // The last block of all may lack its last bits: no eye sees it.
    if (!intervalFits(plain, length, blocks, wanted, done === units)) return false
  }
  return true
}

function intervalFits(
  plain: Uint8Array,
  length: number,
  blocks: readonly Block[],
  units: number,
  is_last: boolean,
): boolean {
  plain.fill(0, length, length + spare)
  const end = length * 8
  const means = new Int32Array(4)
  let p = 0
  // Signed: an unsigned word of 32 bits would be an object each.
  const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength)
  const count = units * blocks.length
  for (let n = 0; n < count; n++) {
    if (p > end) return false
    const lacks = is_last && n === count - 1
    const { dc, ac, component, max_dc } = blocks[n % blocks.length]!
    const head = view.getInt32(p >>> 3) << (p & 7)
    const first = dc.one[head >>> (32 - word_bits)]! || longCode(dc, head >>> 16)
    const size = first & 15
    p += first >> 8
    const value = size === 0 ? 0 : (view.getInt32(p >>> 3) << (p & 7)) >>> (32 - size)
    p += size
    const mean = (means[component]! +=
      value >> (size - 1) === 1 || size === 0 ? value : value + 1 - (1 << size))
    if (!lacks && (first === 0 || Math.abs(mean) > max_dc)) return false
    const { many } = ac
    for (let k = 1; k < 64;) {
      const word = view.getInt32(p >>> 3) << (p & 7)
      const codes = many[word >>> (32 - word_bits)]!
      const next = k + ((codes >> 4) & 127)
      // The block may end before the last of several codes.
      if (next <= 64) {
        p += codes & 15
        if (codes >= ends_block) break
        k = next
        continue
      }
      const code = ac.one[word >>> (32 - word_bits)]! || longCode(ac, word >>> 16)
      if (code === 0) return lacks && p + 16 > end
      const bits = code & 15
      const run = (code & 255) >> 4
      p += (code >> 8) + bits
      if (bits === 0 && run < 15) break
      k += run + 1
      if (k > 64) return lacks && p > end
    }
  }
  return p > end ? is_last : isPadding(plain, p, length)
}

/** Whether what is left behind the bit `p` is what encoders fill up with. */
function isPadding(plain: Uint8Array, p: number, length: number): boolean {
  const from = Math.ceil(p / 8)
  const left = length - from
  if (left <= max_stray) return true
  for (let at = from + 1; at < length; at++) if (plain[at] !== plain[from]) return false
  return true
}
