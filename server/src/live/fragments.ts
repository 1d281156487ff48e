/**
 * Splits a stream of fragmented MP4 (ISO/IEC 14496-12) into its initialisation segment and its fragments, and
 * detects which fragments start with a key frame.
 */

export type Opening = {
  kind: 'opening'
  bytes: Buffer
  /** For `MediaSource.isTypeSupported`, for example `avc1.4d401f`. Empty for an unknown codec. */
  codec: string
}
export type Fragment = { kind: 'fragment'; bytes: Buffer; key: boolean }

/** A larger box is invalid: a 4K picture at the highest quality takes a tenth of this. */
const max_box_bytes = 16 * 1024 * 1024

/**
 * Returns a function that takes chunks and returns the parts that each completes. Throws on invalid bytes.
 */
export function createCutter(): (chunk: Buffer) => (Opening | Fragment)[] {
  let waiting: Buffer = Buffer.alloc(0)
  let parts: Buffer[] = []
  return (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    const complete: (Opening | Fragment)[] = []
    while (waiting.length >= 8) {
      const size = waiting.readUInt32BE(0)
      if (size < 8 || size > max_box_bytes) throw new Error('This is not fragmented MP4')
      if (waiting.length < size) break
      const box = waiting.subarray(0, size)
      waiting = waiting.subarray(size)
      const type = box.toString('latin1', 4, 8)
      if (type === 'ftyp' || type === 'moof') parts = [box]
      if (type === 'moov')
        complete.push({ kind: 'opening', bytes: Buffer.concat([...parts, box]), codec: codecIn(box) })
      if (type === 'mdat' && parts[0])
        complete.push({
          kind: 'fragment',
          bytes: Buffer.concat([...parts, box]),
          key: beginsWithKey(parts[0]),
        })
    }
    return complete
  }
}

const hex = (bytes: Buffer): string => bytes.toString('hex')

/**
 * The codec string of RFC 6381. For `avcC`: profile, compatibility and level, its three bytes. For `hvcC`: as
 * in ISO/IEC 14496-15 annex E.
 */
function codecIn(moov: Buffer): string {
  const avc = moov.indexOf('avcC')
  if (avc >= 0) return `avc1.${hex(moov.subarray(avc + 5, avc + 8))}`
  const hevc = moov.indexOf('hvcC')
  if (hevc < 0 || moov.length < hevc + 17) return ''
  const from = hevc + 4
  const profile = moov[from + 1] ?? 0
  const flags = [
    ...moov
      .readUInt32BE(from + 2)
      .toString(2)
      .padStart(32, '0'),
  ]
    .toReversed()
    .join('')
  const constraints = [...moov.subarray(from + 6, from + 12)].map((byte) => byte.toString(16).toUpperCase())
  while (constraints.at(-1) === '0') constraints.pop()
  const space = ['', 'A', 'B', 'C'][profile >> 6] ?? ''
  return [
    moov.includes('hvc1') ? 'hvc1' : 'hev1',
    `${space}${profile & 31}`,
    Number.parseInt(flags, 2).toString(16).toUpperCase(),
    `${(profile & 32) === 0 ? 'L' : 'H'}${moov[from + 12] ?? 0}`,
    ...constraints,
  ].join('.')
}

/** Whether the first sample can be decoded independently: its flag `sample_is_non_sync_sample` is 0. */
function beginsWithKey(moof: Buffer): boolean {
  const at = (type: string): number => moof.indexOf(type) + 4
  const [head, run] = [at('tfhd'), at('trun')]
  if (head < 4 || run < 4) return false
  const [head_flags, run_flags] = [moof.readUInt32BE(head) & 0xffffff, moof.readUInt32BE(run) & 0xffffff]
  const present = (flags: number, bits: readonly (readonly [number, number])[]): number =>
    bits.reduce((sum, [bit, size]) => sum + ((flags & bit) === 0 ? 0 : size), 0)
  const first = run + 8 + present(run_flags, [[0x1, 4]])
  let flags = 0
  if ((run_flags & 0x4) !== 0) flags = moof.readUInt32BE(first)
  else if ((run_flags & 0x400) !== 0)
    flags = moof.readUInt32BE(
      first +
        present(run_flags, [
          [0x100, 4],
          [0x200, 4],
        ]),
    )
  else if ((head_flags & 0x20) !== 0)
    flags = moof.readUInt32BE(
      head +
        8 +
        present(head_flags, [
          [0x1, 8],
          [0x2, 4],
          [0x8, 4],
          [0x10, 4],
        ]),
    )
  return (flags & 0x10000) === 0
}
