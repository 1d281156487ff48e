/**
 * What an interaction costs the browser, from a trace at full speed: elements styled and processor time of
 * the page's thread. Unlike the time to the paint, neither depends on the load of the machine.
 */
import type { Page } from '@playwright/test'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { median } from '../support/figures.ts'

export type Cost = { styled: number; script: number; layout: number; paint: number; busy: number }

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: the start, the duration and the processor time used. */
  ts: number
  dur?: number
  tdur?: number
  args: { elementCount?: number }
}

/** Names in the trace, by kind. Script time includes the layout that a script forces. */
const kinds = {
  script: ['FunctionCall'],
  layout: ['UpdateLayoutTree', 'Layout', 'PrePaint'],
  paint: ['Paint', 'Layerize', 'Commit'],
  busy: ['ThreadControllerImpl::RunTask'],
} as const

const settled = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 120))))`

/** Traces `act` and its effects until two frames and 120 ms have passed. */
export async function costOf(page: Page, act: () => Promise<unknown>): Promise<Cost> {
  const client = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  client.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'], excludedCategories: ['*'] },
  })
  await act()
  await page.evaluate(settled)
  await client.send('Tracing.end')
  await complete
  await client.detach()
  return sumOf(events)
}

/** Other renderers may appear in the trace, so the thread that styled most often is taken as the page's. */
function sumOf(events: readonly TraceEvent[]): Cost {
  const threads = new Map<string, TraceEvent[]>()
  for (const event of events.filter(({ ph }) => ph === 'X')) {
    const key = `${event.pid} ${event.tid}`
    const thread = threads.get(key)
    if (thread) thread.push(event)
    else threads.set(key, [event])
  }
  const styles = (thread: readonly TraceEvent[]) => thread.filter(({ name }) => name === 'UpdateLayoutTree')
  const page = [...threads.values()].sort((a, b) => styles(b).length - styles(a).length)[0] ?? []
  page.sort((a, b) => a.ts - b.ts)
  /** Sums only the outermost events: a nested event is already included in its parent's time. */
  const ms = (names: readonly string[]) => {
    let [sum, end] = [0, 0]
    for (const { name, ts, dur = 0, tdur = 0 } of page)
      if (ts >= end && names.includes(name)) [sum, end] = [sum + tdur / 1000, ts + dur]
    return sum
  }
  return {
    styled: styles(page).reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
    script: ms(kinds.script),
    layout: ms(kinds.layout),
    paint: ms(kinds.paint),
    busy: ms(kinds.busy),
  }
}

/** Medians: elements styled, and milliseconds. */
export const costTable = (rows: readonly { name: string; costs: readonly Cost[] }[]): string =>
  markdownTable([
    ['', 'elements styled', 'script ms', 'style, layout ms', 'paint ms', 'all ms'],
    ...rows.map(({ name, costs }) => [
      name,
      median(costs.map(({ styled }) => styled)).toFixed(0),
      ...(['script', 'layout', 'paint', 'busy'] as const).map((key) =>
        median(costs.map((cost) => cost[key])).toFixed(0),
      ),
    ]),
  ])
