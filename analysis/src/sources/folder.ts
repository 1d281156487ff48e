/**
 * A folder of recorded pictures as a source: its JPEGs in the order of their names. If a name starts with 13
 * digits, they are the time of the picture.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Source } from './source.ts'

/** Pictures without a time are `step_ms` apart, beginning at `start`. `next` rejects after the last one. */
export function openFolder(folder: string, start: number, step_ms: number): Source {
  let names: string[] | undefined
  let at = 0
  return {
    async next() {
      names ??= (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort()
      const name = names[at]
      if (name === undefined) throw new Error('the recording has ended')
      const taken = /^\d{13}/.exec(name)
      const time = taken ? Number(taken[0]) : start + at * step_ms
      at++
      return { jpeg: await readFile(join(folder, name)), time }
    },
    close: () => undefined,
  }
}
