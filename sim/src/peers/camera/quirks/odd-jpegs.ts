/** JPEGs as the encoders of cameras make them (ITU-T T.81): restart markers, and tables that are left out. */
import sharp, { type JpegOptions } from 'sharp'

/** Coloured noise: lost data is seen. */
export const noiseJpeg = ({
  width = 640,
  height = 360,
  ...options
}: JpegOptions & { width?: number; height?: number } = {}): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#446',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg(options)
    .toBuffer()

/** The segments before the data of the scan: its marker and its bytes. */
function* segments(jpeg: Buffer): Generator<{ marker: number; from: number; to: number }> {
  for (let from = 2; ;) {
    const marker = jpeg[from + 1]!
    const to = from + 2 + jpeg.readUInt16BE(from + 2)
    yield { marker, from, to }
    if (marker === 0xda) return
    from = to
  }
}

/** Without its Huffman tables, which have to be those of annex K. */
export async function withoutTables(): Promise<Buffer> {
  const jpeg = await noiseJpeg({ optimiseCoding: false })
  const kept: Buffer[] = [jpeg.subarray(0, 2)]
  let end = 2
  for (const { marker, from, to } of segments(jpeg)) {
    if (marker !== 0xc4) kept.push(jpeg.subarray(from, to))
    end = to
  }
  return Buffer.concat([...kept, jpeg.subarray(end)])
}

const segment = (marker: number, ...bytes: number[]): Buffer =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes])

const [width, height, block] = [640, 360, 8]

/** A grey picture with a restart marker after each row of blocks. */
export function withRestarts(): Buffer {
  const [columns, rows] = [width / block, height / block]
  // The first block of a row brings the brightness (a difference of 7 bits: 100), the others no change.
  const bits = `10${(100).toString(2).padStart(7, '0')}0${'00'.repeat(columns - 1)}`
  const row = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g)!
  const data = Array.from({ length: rows }, (_, at) =>
    Buffer.from([...row.map((byte) => Number.parseInt(byte, 2)), 0xff, 0xd0 + (at % 8)]),
  )
  const lengths = (...codes: number[]) => Array.from({ length: 16 }, (_, at) => codes[at] ?? 0)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array.from({ length: 64 }, () => 8)),
    segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0),
    segment(0xc4, 0x00, ...lengths(1, 1), 0, 7),
    segment(0xc4, 0x10, ...lengths(1), 0),
    segment(0xdd, 0, columns),
    segment(0xda, 1, 1, 0, 0, 63, 0),
    ...data.slice(0, -1),
    data.at(-1)!.subarray(0, -2),
    Buffer.from([0xff, 0xd9]),
  ])
}
