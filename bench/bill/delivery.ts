/** How fast the queue is delivered, compared with a bare loop that sends the same bytes. */
import { drain, jpeg } from '../support/drain-run.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import type { Part } from './part.ts'

const events = Number(process.env['BENCH_QUEUE'] ?? 10_000)
const budget = { times: 2 }

export async function measureDelivery(): Promise<Part> {
  const rows: string[][] = []
  let worst = 0
  for (const kept of [true, false]) {
    const { per_second, floor, cpu_ms } = await drain(events, { kept })
    const times = (floor[0] + floor[1]) / 2 / per_second
    worst = Math.max(worst, times)
    const how = kept ? 'kept connections' : 'a connection for each event'
    const loops = floor.map((one) => one.toFixed(0)).join(', ')
    rows.push(
      [`the device, ${how}`, per_second.toFixed(0), times.toFixed(2), cpu_ms.toFixed(2)],
      [`bare loop, ${how}, before and after`, loops, '1', ''],
    )
  }
  const kb = (jpeg.length / 1000).toFixed(0)
  const text = `${events.toLocaleString('en')} pending events of 64 lots, each with a picture of ${kb} kB in
the body, to a platform on loopback (budget: ${budget.times} times the loop's time). The queue has waited: the
entries of its events are in the evidence log, its pictures are encrypted on the disk, and sending is resumed.
The bare loop sends the same bytes, four requests at once, from the platform's own process, right before and
right after. Connections are kept where the platform repeats the key of a request in its answer
([platform.md](../platform.md)).

${markdownTable([
  ['what', 'events a second', "times the loop's time", "processor of the device's process, ms each"],
  ...rows,
])}
`
  return { title: 'Delivery', text, within: worst <= budget.times }
}
