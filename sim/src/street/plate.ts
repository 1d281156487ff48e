/** Number plates: their numbers, their colours, and drawing a plate on the end of a vehicle. */
import type { Point3 } from './lens.ts'
import type { Frame } from './place.ts'
import type { Rng } from './rng.ts'
import type { Sketch } from './sketch.ts'

/** `color` as in docs/analysis-socket.md. */
export type PlateColor = 'blue' | 'gradient_green' | 'yellow' | 'white_black' | 'white'
export type Plate = { number: string; color: PlateColor }

const looks: Record<PlateColor, { ground: string; ink: string; edge: string }> = {
  blue: { ground: '#0b3fae', ink: '#ffffff', edge: '#dfe7ff' },
  gradient_green: { ground: '#5fc48a', ink: '#101512', edge: '#0f3b24' },
  yellow: { ground: '#f2b21b', ink: '#15120a', edge: '#3b2d06' },
  white_black: { ground: '#f3f4f2', ink: '#14161a', edge: '#5b5f66' },
  white: { ground: '#f3f4f2', ink: '#14161a', edge: '#5b5f66' },
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '0123456789'
const serial = `${digits}${letters}`
const text = (rng: Rng, alphabet: string, count: number): string =>
  Array.from({ length: count }, () => rng.pick([...alphabet])).join('')

/**
 * A mainland plate: mostly 粤B, one in three a green new-energy plate; some from other provinces, some yellow.
 */
export function mainlandPlate(rng: Rng): Plate {
  const place =
    rng.next() < 0.78 ? '粤B' : `${rng.pick([...'粤粤粤湘桂赣闽浙沪京川鄂'])}${rng.pick([...'ACDEF'])}`
  const roll = rng.next()
  if (roll < 0.34)
    return {
      number: `${place}${rng.pick(['D', 'D', 'F'])}${text(rng, digits, 5)}`,
      color: 'gradient_green',
    }
  const rest = [text(rng, letters, 1), text(rng, digits, 2), text(rng, serial, 1), text(rng, digits, 1)].join(
    '',
  )
  return { number: place + rest, color: roll < 0.94 ? 'blue' : 'yellow' }
}

/** A Taiwan plate in the current format: three letters without I and O, four digits without 4. */
export const taiwanPlate = (rng: Rng): Plate => ({
  number: `${text(rng, letters, 3)}-${text(rng, '012356789', 4)}`,
  color: 'white_black',
})

/** A motorcycle's plate: yellow on the mainland, white in Taiwan. */
export const motorcyclePlate = (rng: Rng, region: 'mainland' | 'taiwan'): Plate =>
  region === 'taiwan'
    ? { number: `${text(rng, letters, 3)}-${text(rng, '012356789', 4)}`, color: 'white_black' }
    : { number: `粤B${text(rng, letters, 1)}${text(rng, digits, 4)}`, color: 'yellow' }

/** The number as it is painted: mainland plates of seven characters have a dot after the city letter. */
export const paintedNumber = (plate: Plate): string =>
  /^\p{Script=Han}[A-Z][A-Z0-9]{5}$/u.test(plate.number)
    ? `${plate.number.slice(0, 2)}·${plate.number.slice(2)}`
    : plate.number

/**
 * Larger than a real plate (0.44 by 0.14 m), so that a distant plate is readable in a picture of 1080 lines.
 */
const size = { width: 0.62, height: 0.185 }

/** Draws the plate on one end of a vehicle; returns its corners. */
export function drawPlate(
  sketch: Sketch,
  plate: Plate,
  frame: Frame,
  z: number,
  y: number,
  end: 0 | 1,
  width = size.width,
): Point3[] {
  const look = looks[plate.color]
  const side = end ? -1 : 1 // seen from the front, the car's right is on the left
  const height = (width / size.width) * size.height
  const corner = (a: number, b: number, share = 1): Point3 =>
    frame.point((a * width * share) / 2, y, z + (b * height * (share < 1 ? share - 0.05 : 1)) / 2)
  const normal = frame.direction(0, end ? 1 : -1)
  const corners = [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)]
  sketch.flat(corners, look.edge, { normal })
  sketch.flat(
    [corner(-1, 1, 0.97), corner(1, 1, 0.97), corner(1, -1, 0.97), corner(-1, -1, 0.97)],
    look.ground,
    { normal },
  )
  if (plate.color === 'gradient_green')
    sketch.flat(
      [
        frame.point((-width * 0.97) / 2, y, z),
        frame.point((width * 0.97) / 2, y, z),
        corner(1, 1, 0.97),
        corner(-1, 1, 0.97),
      ],
      '#f0f7f1',
      { normal, opacity: 0.72 },
    )
  const painted = paintedNumber(plate)
  const em = Math.min(
    (width * 0.93) / (painted.length * 0.56 + (/\p{Script=Han}/u.test(painted) ? 0.45 : 0)),
    height * 1.05,
  )
  const across = frame.direction(side * em, 0)
  sketch.text(
    painted,
    frame.point(0, y + (end ? 0.004 : -0.004), z),
    across,
    [0, 0, -Math.min(em * 1.25, height * 0.98)],
    look.ink,
    { normal },
  )
  return corners
}
