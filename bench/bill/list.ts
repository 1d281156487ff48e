/**
 * The event list at ten million events: runs `bench/list.ts` with more events and returns its page as a
 * section.
 */
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'
import { run } from '#scripts/lib/run.mjs'
import type { Part } from './part.ts'

const events = Number(process.env['BENCH_EVENTS'] ?? 10_000_000)

export async function measureList(keep: string | undefined): Promise<Part> {
  const kept = keep === undefined ? [] : ['--keep', join(keep, 'list')]
  const command = ['node_modules/tsx/dist/cli.mjs', 'bench/list.ts', ...kept]
  const { code, output } = await run(process.execPath, command, {
    cwd: root,
    env: { ...process.env, BENCH_EVENTS: String(events) },
  })
  const text = /^# The event list at .*\n\n([\s\S]*)/m.exec(output)?.[1]
  if (text === undefined) throw new Error(`bench/list.ts ended with ${code}:\n${output}`)
  return {
    title: `The event list at ${events.toLocaleString('en')} events`,
    text: `${text.trimEnd()}\n`,
    within: code === 0,
  }
}
