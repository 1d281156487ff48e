/** How fast the queue is delivered, beside a bare loop that sends the same bytes. */
import { drain, jpeg } from '../support/drain-run.ts'
import { markdownTable } from '../support/figures.ts'
import type { Part } from './part.ts'

const events = Number(process.env['BENCH_QUEUE'] ?? 10_000)
const budget = { times: 2 }

export async function measureDelivery(): Promise<Part> {
  const { per_second, floor, cpu_ms } = await drain(events, false)
  const times = (floor[0] + floor[1]) / 2 / per_second
  const kb = (jpeg.length / 1000).toFixed(0)
  const text = `${events.toLocaleString('en')} pending events of 64 lots, each with a picture of ${kb} kB in
the body, to a platform on loopback (budget: ${budget.times} times the loop's time). The bare
loop sends the same bytes
over four kept connections from the platform's own process, right before and right after; the device uses a
connection for each event ([platform.md](../platform.md)).

${markdownTable([
  ['what', 'events a second', "times the loop's time", "processor of the device's process, ms each"],
  ['the device', per_second.toFixed(0), times.toFixed(2), cpu_ms.toFixed(2)],
  ['bare loop, before and after', floor.map((one) => one.toFixed(0)).join(', '), '1', ''],
])}
`
  return { title: 'Delivery', text, within: times <= budget.times }
}
