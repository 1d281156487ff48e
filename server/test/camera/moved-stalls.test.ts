/**
 * A row of identical stalls, seen by a camera that was turned along it: a map that is off by one stall puts
 * lots on the wrong stalls, so the comparison finds the true map or reports that it is unclear.
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { judgeMatch } from '#src/camera/matching/judge.ts'
import { matchPictures } from '#src/camera/matching/match.ts'
import { greyOf } from '#src/camera/matching/matcher.ts'
import { mapped } from '#src/camera/matching/plane-map.ts'

const [width, height] = [1280, 720]
/** Width of a stall in pixels; a twentieth of the picture's width. */
const pitch = 64

/** Texture of the ground at a place, from 0 to 1; the same in every picture. */
const grain = (x: number, y: number): number => {
  const mixed = Math.imul(Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263), 1_274_126_177)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
}

/**
 * Stalls with identical marks in two rows, below a wall; `landmarks` is the share of the wall with unique
 * signs.
 */
function street(shift: number, landmarks: number): Promise<Buffer> {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = x + shift
      const within = ((at % pitch) + pitch) % pitch
      const row = y % 240
      const line = within < 5 || row < 6
      const mark = within > 22 && within < 42 && row > 60 && row < 80 + (within % 7)
      const number = within > 28 && within < 36 && row > 150 && row < 185 && (within + row) % 9 < 5
      pixels[y * width + x] = line ? 220 : mark ? 40 : number ? 190 : 110
      const [block_x, block_y] = [Math.floor(at / 24), Math.floor(y / 24)]
      if (y < 120 && grain(block_x, block_y) < landmarks)
        pixels[y * width + x] = 30 + Math.floor(200 * grain(Math.floor(at / 6), Math.floor(y / 6)))
    }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

type Grey = Awaited<ReturnType<typeof greyOf>>
/** Error of the found map at the centre, in pixels; undefined if the comparison is unclear. */
function wrongBy(shift: number, reference: Grey, picture: Grey): number | undefined {
  const match = matchPictures(reference, picture)
  const judged = judgeMatch(match, { reference, picture }, [], { width, height })
  if (judged.result === 'unclear') return undefined
  const [x, y] = mapped(judged.map, [0.5, 0.5])
  return Math.hypot((x - 0.5) * width + shift, (y - 0.5) * height)
}

/** At 48 a neighbouring stall is nearer than the true one. A shift by a whole stall looks like no shift. */
const shifts = [12, 30, 48, 52, 76, 96]

test.each([0.05, 0.15, 0.6])('with landmarks on %s of the wall no wrong map is found', async (landmarks) => {
  const reference = await greyOf(await street(0, landmarks))
  for (const shift of shifts) {
    const wrong = wrongBy(shift, reference, await greyOf(await street(shift, landmarks)))
    expect(wrong ?? 0, `a shift by ${shift}`).toBeLessThan(6)
    if (shift === 12 && landmarks === 0.6) expect(wrong, 'a small shift is found').toBeDefined()
  }
})
