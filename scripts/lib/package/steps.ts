/** Shows what `npm run package` is doing, and how long each step took the last time. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Carries out a step; resolves with its result. Its time is kept only if it succeeds. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** `file`: keeps the seconds that each step took. `say` prints a line. */
export function openSteps(file: string, say: (line: string) => void): Step {
  const seconds = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)
    : ({} as Record<string, number>)
  return async (name, work) => {
    const last = seconds[name]
    say(`${name} ...${last === undefined ? '' : ` (${last} s last time)`}`)
    const began = performance.now()
    const result = await work()
    seconds[name] = Math.round((performance.now() - began) / 1000)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(seconds, null, 1)}\n`)
    say(`${name}: ${seconds[name]} s`)
    return result
  }
}
