/**
 * `npm run bench:link [-- --repeats N --events N]`: events with pictures, delivered over a bad link,
 * compared with `curl` that sends the same requests over the same link. Needs root, python3 and curl. Writes
 * docs/bench/link.md.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { event_status } from '@parking/contract'
import { startPlatform } from '@parking/sim/peers/platform/platform.ts'
import { startS3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { startDevice } from '#e2e/support/device.ts'
import { runInNamespaces } from '#lab/namespaces.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'
import { readOptions } from '#scripts/lib/options.ts'
import { root } from '#scripts/lib/root.mjs'
import { buildWhatChanged } from '#scripts/lib/start-street.mjs'
import { recordRequests, repeatWithCurl, type Sent } from './link/requests.ts'
import { backgroundWorkDone, fillQueue, jpeg } from './support/drain-run.ts'
import { median } from './support/figures.ts'

const { values } = readOptions('npm run bench:link [-- --repeats N --events N]', {
  options: {
    repeats: { type: 'string', default: '5' },
    events: { type: 'string', default: '24' },
    inside: { type: 'boolean', default: false },
  },
})
const [repeats, events] = [Number(values.repeats), Number(values.events)]
const link = { round_trip_ms: 400, loss_percent: 2, bits_per_second: 1_000_000 }
/** The box and its peers are behind `near`; each reaches the other as `far`. */
const [near, far] = ['10.99.0.1', '10.99.0.2']
const gate = 1.3
/** A run fails if nothing arrives for this long. */
const patience_ms = 180_000
const sign_in = { username: 'bench', password: 'bench-storage-secret', bucket: 'bench' }

async function measureInside(): Promise<void> {
  const line = spawn(
    'python3',
    [join(root, 'bench/link/line.py'), near, far, link.round_trip_ms / 2, link.loss_percent]
      .map(String)
      .concat([link.bits_per_second, 1].map(String)),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(line.stdout, 'data')
  const platform = await startPlatform({ host: near, port: 8101 })
  const storage = await startS3Peer({ ...sign_in, host: near, port: 8102 })
  const urls = JSON.parse(JSON.stringify(platform.urls).replaceAll(near, far)) as typeof platform.urls
  const answered = recordRequests(platform.port, storage.port)

  const device = await startDevice({ PARKING_APP: '' })
  await device.call('/api/parking/update_platform_param', { operator_no: 'B', ...urls })
  const rows: string[][] = []
  let worst = 0
  for (const by_storage of [true, false]) {
    const { username, password, bucket: directory } = sign_in
    await device.call(
      '/api/parking/update_storage_param',
      by_storage ? { endpoint: storage.url.replace(near, far), username, password, directory } : {},
    )
    const measured: { device_s: number; curl_s: number }[] = []
    let extra = 0
    for (let turn = 0; turn < repeats; turn++) {
      await device.call('/api/parking/set_event_sending', { paused: true })
      await device.stop()
      const data = join(device.folder, 'data')
      fillQueue(data, by_storage ? event_status.awaiting_upload : event_status.pending, events)
      await device.start()
      await backgroundWorkDone(data)
      await device.session()
      // The calls of a new start: sign-in, init, heartbeat, lot states.
      await wait(10_000)
      const wanted = by_storage ? 2 * events : events
      const device_run = await timed(answered, wanted, () =>
        device.call('/api/parking/set_event_sending', { paused: false }),
      )
      const curl_run = await timed(answered, wanted, () => repeatWithCurl(device_run.sent))
      measured.push({ device_s: device_run.seconds, curl_s: curl_run.seconds })
      extra += device_run.sent.length - wanted
      console.log(
        `${by_storage ? 'by S3' : 'in the body'}: ${device_run.seconds.toFixed(1)} s, ` +
          `curl ${curl_run.seconds.toFixed(1)} s`,
      )
    }
    const ratios = measured.map(({ device_s, curl_s }) => device_s / curl_s)
    worst = Math.max(worst, median(ratios))
    const range = (numbers: number[], digits: number) =>
      `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)} to ` +
      `${Math.max(...numbers).toFixed(digits)})`
    rows.push([
      by_storage ? 'by S3' : 'in the body',
      range(
        measured.map(({ device_s }) => device_s),
        1,
      ),
      range(
        measured.map(({ curl_s }) => curl_s),
        1,
      ),
      range(ratios, 2),
      String(extra),
    ])
  }
  await device.end()
  await Promise.all([platform.stop(), storage.stop()])
  line.kill()
  await writePage('docs/bench/link.md', pageOf(rows, worst))
  process.exitCode = worst > gate ? 1 : 0
}

/** Seconds from the start until the peers have answered `wanted` requests with 200, seen at the peers. */
async function timed(
  answered: Sent[],
  wanted: number,
  start: () => Promise<unknown>,
): Promise<{ seconds: number; sent: Sent[] }> {
  answered.length = 0
  const begun = performance.now()
  await start()
  const distinct = () =>
    new Map(
      answered
        .filter(({ status }) => status === 200)
        .map((one) => [`${one.request.url} ${one.request.headers['idempotency-key'] ?? ''}`, one]),
    ).size
  for (;;) {
    const last = answered.at(-1)?.at ?? begun
    if (distinct() >= wanted) return { seconds: (last - begun) / 1000, sent: [...answered] }
    if (performance.now() - last > patience_ms) throw new Error(`only ${distinct()} of ${wanted} arrived`)
    await wait(20)
  }
}

function pageOf(rows: readonly string[][], worst: number): string {
  return `# Delivery over a bad link

Over a link of ${link.round_trip_ms} ms round trip, ${link.loss_percent} % loss and 1 Mbit/s in each
direction, events with pictures take ${worst.toFixed(2)} times what curl takes for the same requests (the
worse of both ways, the median). The limit is ${gate}.

${markdownTable([['pictures', 'device, s', 'curl, s', 'device / curl', 'repeated requests'], ...rows])}

Printed by \`npm run bench:link\` (root on Linux, python3, curl): ${events} events with a picture of
${Math.round(jpeg.length / 1000)} kB in each turn, ${repeats} turns each way, the median and the range. In
each turn the device is first, then curl.

- The device is the built server with its default settings. Its peers are the street's platform and S3
  storage, over plain HTTP. TLS would add round trips to new connections only.
- curl sends the bytes of the device's requests, headers included: one process for each peer, both at once,
  over as many connections as the device has (2 for objects, 4 for events), each used again and again. It
  does not wait for the objects of an event before the event, as the device must.
- Time runs from the start of the sending, or of curl, until the peers have answered the last request.
- The link is a network namespace with a TUN interface (\`bench/link/line.py\`), not netem, because the
  kernel of this measurement has no sch_netem: packets are delayed, limited to the rate and lost as netem
  does it, so TCP itself meets the link (CUBIC, Debian's default).
- FTP is not measured: each file has a connection of its own by its protocol.
`
}

if (values.inside) await measureInside()
else {
  await buildWhatChanged()
  process.exitCode = await runInNamespaces('bench/link.ts', [
    '--inside',
    '--repeats',
    values.repeats,
    '--events',
    values.events,
  ])
}
