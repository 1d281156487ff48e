/**
 * `npm run bench:fleet`: Debian's Prometheus scrapes 300 boxes: three real servers and 297 replays of a real
 * page with changing values. Writes docs/bench/fleet.md: the page, its cost on the box, cardinality, memory
 * and disk.
 * Long because boxes, replay and Prometheus share one run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { deviceFamilies } from '@parking/server/metrics/families.ts'
import { openDevice, type Device } from '@parking/server/test/device.ts'
import { unpackDebian } from '../scripts/lib/debian.mjs'
import { run } from '../scripts/lib/run.mjs'
import { fillEvents } from './support/fill-events.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { median, percentile } from './support/figures.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'

const [boxes, real, interval_s, measured_s, events] = [300, 3, 5, 60, 100_000]
const folder = mkdtempSync(join(tmpdir(), 'parking-bench-fleet-'))
const unpacked = await unpackDebian('prometheus', ['prometheus'])
const [prometheus, promtool] = [unpacked?.program('prometheus'), unpacked?.program('promtool')]
if (!prometheus || !promtool) throw new Error("bench:fleet needs Debian's package prometheus")

type Real = { box: Device; port: number; token: string }

async function openReal(count: number): Promise<Real> {
  const at = mkdtempSync(join(tmpdir(), 'parking-bench-box-'))
  fillEvents(at, count)
  const box = await openDevice({ folder: at, now: Date.now() })
  const admin = await box.tokenOf('admin')
  const { token } = (await box.call('renew_metrics_token', {}, admin)).data
  await box.call('update_metrics', { enabled: true }, admin)
  await box.app.listen({ host: '127.0.0.1', port: 0 })
  return { box, port: (box.app.server.address() as AddressInfo).port, token }
}

const reals: Real[] = []
for (let n = 0; n < real; n++) reals.push(await openReal(n === 0 ? events : 1_000))
const [{ box, port, token }] = reals as [Real, ...Real[]]

async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return took
}
const get = async (path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })).text()

await timed(20, () => deviceFamilies(box.deps))
const floor = await timed(200, () => get('/healthz'))
const collected = await timed(200, () => deviceFamilies(box.deps))
const page = await get('/metrics')
const samples = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** The page of another box some time later: counters have grown and gauges have changed a little. */
function replayedPage(box_no: number, step: number): string {
  return page
    .split('\n')
    .map((line) => {
      const at = line.lastIndexOf(' ')
      if (line.startsWith('#') || at < 0) return line
      const [name, value] = [line.slice(0, at), Number(line.slice(at + 1))]
      if (/_total|_bucket|_count|_sum/.test(name))
        return `${name} ${value + Math.floor((step * box_no) / 60)}`
      if (/_seconds|_bytes|_ratio|celsius/.test(name))
        return `${name} ${value * (1 + ((step * 7919 + box_no * 104_729) % 1_000) / 100_000)}`
      return line
    })
    .join('\n')
}

let step = 0
const steps = setInterval(() => void step++, 1_000)
const replay = createServer((request, response) => {
  const box_no = Number(request.url?.split('/').at(-1))
  response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  response.end(replayedPage(box_no, step))
})
replay.listen(0, '127.0.0.1')
await once(replay, 'listening')
const replay_port = (replay.address() as AddressInfo).port

mkdirSync(join(folder, 'targets'))
const targets = [
  ...reals.map((one, n) => ({
    targets: [`127.0.0.1:${one.port}`],
    labels: { instance: `real-${n}` },
  })),
  ...Array.from({ length: boxes - real }, (_, n) => ({
    targets: [`127.0.0.1:${replay_port}`],
    labels: { instance: `replay-${n}`, __metrics_path__: `/metrics/${n}` },
  })),
]
const jobs = reals.map(({ token: secret }, n) => {
  writeFileSync(join(folder, `token-${n}`), secret)
  writeFileSync(join(folder, 'targets', `real-${n}.json`), JSON.stringify([targets[n]]))
  return (
    `  - job_name: real-${n}\n    sample_limit: 400\n    authorization: { credentials_file: token-${n} }\n` +
    `    file_sd_configs: [{ files: [targets/real-${n}.json] }]\n`
  )
})
writeFileSync(join(folder, 'targets', 'replay.json'), JSON.stringify(targets.slice(real)))
writeFileSync(
  join(folder, 'prometheus.yml'),
  `global: { scrape_interval: ${interval_s}s, scrape_timeout: ${interval_s}s }\n` +
    `scrape_configs:\n${jobs.join('')}` +
    '  - job_name: replay\n    sample_limit: 400\n    file_sd_configs: [{ files: [targets/replay.json] }]\n',
)
const web_port = replay_port + 1 < 65_536 ? replay_port + 1 : 20_999
const daemon = spawn(
  prometheus,
  [
    '--config.file=prometheus.yml',
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${web_port}`,
  ],
  { cwd: folder, stdio: 'ignore' },
)
const own = async (): Promise<Map<string, number>> =>
  new Map(
    (await (await fetch(`http://127.0.0.1:${web_port}/metrics`)).text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
async function ask(query: string): Promise<number> {
  const url = `http://127.0.0.1:${web_port}/api/v1/query?query=${encodeURIComponent(query)}`
  const { data } = (await (await fetch(url)).json()) as { data: { result: { value: [number, string] }[] } }
  return Number(data.result[0]?.value[1] ?? 0)
}

const measured = await (async () => {
  for (let tries = 0; tries < 120; tries++) {
    if ((await ask('count(up == 1)').catch(() => 0)) === boxes) break
    await wait(500)
  }
  const [before, at] = [await own(), performance.now()]
  await wait(measured_s * 1_000)
  const [after, seconds] = [await own(), (performance.now() - at) / 1_000]
  const grown = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / seconds
  return {
    up: await ask('count(up == 1)'),
    longest_ms: (await ask('max(scrape_duration_seconds)')) * 1_000,
    series: after.get('prometheus_tsdb_head_series') ?? 0,
    samples_s: grown('prometheus_tsdb_head_samples_appended_total{type="float"}'),
    cpu: grown('process_cpu_seconds_total') * 100,
    memory: (after.get('process_resident_memory_bytes') ?? 0) / 1e6,
  }
})().finally(async () => {
  daemon.kill('SIGTERM')
  await once(daemon, 'exit')
  clearInterval(steps)
  replay.close()
  for (const one of reals) await one.box.close()
})

/**
 * Bytes per stored sample: two hours of one box at a scrape every 30 s, as a Prometheus block on the disk.
 */
async function bytesPerSample(): Promise<number> {
  const [every_s, span_s] = [30, 7_000]
  const start_s = Math.floor(Date.now() / 7_200_000) * 7_200 - 7_200
  const lines = samples.flatMap((_, line) =>
    Array.from({ length: Math.floor(span_s / every_s) }, (__, n) => {
      const text = replayedPage(7, n * every_s)
        .split('\n')
        .filter((one) => one !== '' && !one.startsWith('#'))[line]
      return `${text} ${start_s + n * every_s}`
    }),
  )
  writeFileSync(join(folder, 'two-hours.txt'), `${lines.join('\n')}\n# EOF\n`)
  const blocks = join(folder, 'blocks')
  await run(promtool!, ['tsdb', 'create-blocks-from', 'openmetrics', join(folder, 'two-hours.txt'), blocks])
  const files = readdirSync(blocks, { recursive: true, encoding: 'utf8' }).map((file) => join(blocks, file))
  const bytes = files.reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0)
  return bytes / lines.length
}
const sample_bytes = await bytesPerSample()
rmSync(folder, { recursive: true, force: true })

const packed = gzipSync(page, { level: 5 }).length
const of = (n: number, digits = 0) => n.toLocaleString('en', { maximumFractionDigits: digits })
/** What `n` boxes send and Prometheus stores in a day, at one scrape every `every_s` seconds. */
const day = (n: number, every_s: number) => {
  const scrapes = (n * 86_400) / every_s
  return [
    of(n),
    `${every_s} s`,
    of((n * samples.length) / every_s),
    of((scrapes * packed) / 1e6 / n, 1),
    of((scrapes * samples.length * sample_bytes) / 1e6),
  ]
}
const intro =
  `\`npm run bench:fleet\` prints this page: ${boxes} boxes scraped every ${interval_s} s by Debian's ` +
  `Prometheus, ${real} of them real\nservers (one with ${of(events)} events), the others a real page whose ` +
  `values move. ${cpus().length} cores, shared with other\nprograms: the ratios count.`
const computed =
  'Computed from these figures: samples a second = boxes × samples ÷ interval; sent = scrapes × page with ' +
  'gzip,\nin bodies alone; stored = samples × bytes of a stored sample.'
const text = `# Many boxes

${intro}

${markdownTable([
  ['of one box', 'figure'],
  ['samples', of(samples.length)],
  ['page, bytes', of(page.length)],
  ['page with gzip, bytes', of(packed)],
  ['collecting it, median ms', of(median(collected), 2)],
  ['collecting it, 95 % ms', of(percentile(collected, 95), 2)],
  ['floor: one answer of `/healthz`, median ms', of(median(floor), 2)],
  ['ratio of the medians', of(median(collected) / median(floor), 1)],
])}

${markdownTable([
  [`Prometheus, ${boxes} boxes every ${interval_s} s, ${measured_s} s long`, 'figure'],
  ['boxes that answer', of(measured.up)],
  ['longest scrape, ms', of(measured.longest_ms, 1)],
  ['series', of(measured.series)],
  ['samples a second', of(measured.samples_s)],
  ['processor, % of a core', of(measured.cpu, 1)],
  ['memory, MB', of(measured.memory)],
  ['bytes of a stored sample (two hours of one box, promtool, with the index)', of(sample_bytes, 2)],
])}

${computed}

${markdownTable([
  ['boxes', 'each', 'samples a second', 'MB sent by one box a day', 'MB stored a day'],
  day(300, 30),
  day(1_000, 30),
  day(1_000, 60),
])}
`
await writePage('docs/bench/fleet.md', text)
console.log(text)
process.exit(0)
