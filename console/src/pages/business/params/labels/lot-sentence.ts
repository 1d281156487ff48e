/** Describes one lot of a scene: how it differs from the other side, and how far its outline moved. */
import type { Areas } from '#src/locales/areas.ts'

type How = {
  side: 'before' | 'after'
  words: Areas['history']
  coded: (field: string, value: unknown) => string | undefined
}

export function lotSentence(value: object, other: unknown, { side, words, coded }: How): string {
  const others: Readonly<Record<string, string | ((text: string) => string)>> = words.others
  const was: Readonly<Record<string, unknown>> =
    typeof other === 'object' && other !== null ? { ...other } : {}
  const named = Object.entries(value).filter(
    ([field, its]) => JSON.stringify(its) !== JSON.stringify(was[field]),
  )
  return named
    .map(([field, its]) => {
      const label = others[field]
      const name = typeof label === 'string' ? label : field
      if (field !== 'polygon')
        return `${name}：${coded(field, its) ?? (typeof its === 'object' ? JSON.stringify(its) : String(its))}`
      const corners = `${name}：${words.points(Array.isArray(its) ? its.length : 0)}`
      const far = side === 'after' ? movedBy(its, was[field]) : undefined
      return far === undefined
        ? corners
        : `${corners}，${words.boundary_shifted(`${(far * 100).toFixed(1)}%`)}`
    })
    .join('\n')
}

/**
 * The largest movement of a corner as a share of the picture's width; undefined if corners were added or
 * removed.
 */
function movedBy(now: unknown, before: unknown): number | undefined {
  if (!isOutline(now) || !isOutline(before) || now.length !== before.length) return undefined
  return Math.max(...now.map(([x, y], at) => Math.hypot(x - before[at]![0], y - before[at]![1])))
}

const isOutline = (value: unknown): value is [number, number][] =>
  Array.isArray(value) &&
  value.every((point) => Array.isArray(point) && typeof point[0] === 'number' && typeof point[1] === 'number')
