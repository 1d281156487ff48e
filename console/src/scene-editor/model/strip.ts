/**
 * A kerb strip: a quad along the kerb, cut into lots in true perspective. Its corners define the projective
 * map of a rectangle on the ground, so lots of equal size on the ground differ in the picture.
 */
import type { Command, Corner } from './commands.ts'
import type { LotAttributes } from './document.ts'
import { placeOf, type Editor, type StripPlan, type Tool } from './editor.ts'
import { distance, picture, toPicture, toShare, type PicturePoint } from './geometry.ts'
import { perform } from './history.ts'
import { nextAttributes } from './lot-numbers.ts'

export const strip_limits = { count: { min: 1, max: 60 }, step: { min: 1, max: 100 } } as const

type Quad = readonly [PicturePoint, PicturePoint, PicturePoint, PicturePoint]

/**
 * Maps a point of the unit square onto a quad (0,0 is its first corner, 1,0 the second, 1,1 the third).
 * Undefined if the quad cannot be the image of a rectangle.
 */
export function perspective([a, b, c, d]: Quad): ((u: number, v: number) => PicturePoint) | undefined {
  const [bx, by, dx, dy] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]]
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]]
  const area = bx * dy - dx * by
  const [g, h] = [(sx * dy - dx * sy) / area, (bx * sy - sx * by) / area]
  // Every corner must be in front of the camera, which is true only for convex quads.
  if (![1 + g, 1 + h, 1 + g + h].every((depth) => Number.isFinite(depth) && depth > 1e-9)) return undefined
  return (u, v) => {
    const depth = g * u + h * v + 1
    const along = (axis: 0 | 1) =>
      ((b[axis] - a[axis] + g * b[axis]) * u + (d[axis] - a[axis] + h * d[axis]) * v + a[axis]) / depth
    return picture(along(0), along(1))
  }
}

/**
 * The cut points: two rows of `count + 1`, starting where the drawing started. Undefined if the quad cannot
 * be cut.
 */
export function cutStrip(
  quad: Quad,
  count: number,
  turned: boolean,
): readonly [readonly PicturePoint[], readonly PicturePoint[]] | undefined {
  const at = perspective(quad)
  if (!at) return undefined
  const [a, b, c, d] = quad
  const along = distance(a, b) + distance(d, c) >= distance(a, d) + distance(b, c)
  const row = (side: 0 | 1) =>
    Array.from({ length: count + 1 }, (_, i) =>
      along !== turned ? at(i / count, side) : at(side, i / count),
    )
  return [row(0), row(1)]
}

/** The lot numbers in the order of the cuts. */
export function stripNumbers({ count, prefix, first, step, reversed }: StripPlan): string[] {
  const numbers = Array.from(
    { length: count },
    (_, i) => `${prefix}${String(Number(first) + i * step).padStart(first.length, '0')}`,
  )
  return reversed ? numbers.reverse() : numbers
}

/** The default plan: continues after the last lot's number. */
export function firstPlan(editor: Editor): StripPlan {
  const [, prefix = '', first = '1'] = /^(.*?)(\d+)\D*$/.exec(nextAttributes(editor).lot_no) ?? []
  return { count: 6, prefix, first, step: 1, reversed: false, turned: false }
}

export type StripTool = Tool & { kind: 'strip' }

/** The corners of a strip in pixels of the picture. */
export const quadOf = (editor: Editor, { corners }: StripTool): Quad => {
  const [a, b, c, d] = corners.map((corner) => toPicture(placeOf(editor, corner), editor.size))
  return [a!, b!, c!, d!]
}

/** Adds the strip's lots, which share corners with their neighbours, and selects them; undone as one step. */
export function layStrip(editor: Editor): Editor {
  const { tool, size } = editor
  if (tool.kind !== 'strip') return editor
  const rows = cutStrip(quadOf(editor, tool), tool.plan.count, tool.plan.turned)
  if (!rows) return editor
  const drawn = tool.corners.map((corner) => ({ corner, at: toPicture(placeOf(editor, corner), size) }))
  // Corners that other lots share stay shared.
  const cornerAt = (at: PicturePoint): Corner =>
    drawn.find((one) => distance(one.at, at) < 0.01)?.corner ?? { kind: 'new', at: toShare(at, size) }
  const { count } = tool.plan
  const like: LotAttributes = nextAttributes(editor)
  const command: Command = {
    kind: 'add_lots',
    corners: rows.flatMap((row) => row.map(cornerAt)),
    lots: stripNumbers(tool.plan).map((lot_no, i) => ({
      corners: [i, i + 1, count + 2 + i, count + 1 + i],
      attributes: { ...like, lot_no },
    })),
  }
  const history = perform(editor.history, command)
  if (history === editor.history) return editor
  const lots = history.document.lots.slice(-count).map(({ id }) => id)
  return {
    ...editor,
    history,
    tool: { kind: 'select' },
    gesture: { kind: 'idle' },
    selection: { kind: 'lots', lots },
  }
}
