/**
 * `npm run bench:link [-- --repeats N --events N --other BUILD]`: events with pictures, delivered over a bad
 * link, compared with `curl` over the same link, and the home page, compared with another build. Needs root,
 * python3, openssl and curl. Writes docs/bench/link.md. Long because all ways share the link and the device.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { event_status, storage_protocol, type Params } from '@parking/contract'
import { startPlatform } from '@parking/sim/peers/platform/platform.ts'
import { startFtpPeer } from '@parking/sim/peers/storage/ftp-peer.ts'
import { startS3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { startDevice } from '#e2e/support/device.ts'
import { runInNamespaces } from '#lab/namespaces.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'
import { readOptions } from '#scripts/lib/options.ts'
import { root } from '#scripts/lib/root.mjs'
import { buildWhatChanged } from '#scripts/lib/start-street.mjs'
import { certificateFor, openFront } from './link/fronts.ts'
import { measureHome } from './link/home.ts'
import { recordFiles, recordRequests, repeatWithCurl, type Places, type Sent } from './link/requests.ts'
import { backgroundWorkDone, fillQueue, jpeg } from './support/drain-run.ts'
import { median } from './support/figures.ts'

const { values } = readOptions('npm run bench:link [-- --repeats N --events N --other BUILD]', {
  options: {
    repeats: { type: 'string', default: '5' },
    events: { type: 'string', default: '24' },
    other: { type: 'string' },
    inside: { type: 'boolean', default: false },
  },
})
const [repeats, events] = [Number(values.repeats), Number(values.events)]
const link = { round_trip_ms: 400, loss_percent: 2, bits_per_second: 1_000_000 }
/** The box and its peers are behind `near`; each reaches the other as `far`. */
const [near, far] = ['10.99.0.1', '10.99.0.2']
const gate = 1.3
/** Openings of the home page by each build in each turn: they are short, and one loss more is felt. */
const home_openings = 5
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
  const { username, password, bucket: directory } = sign_in
  const platform = await startPlatform({ host: near, port: 8101 })
  const storage = await startS3Peer({ ...sign_in, host: near, port: 8102 })
  const ftp = await startFtpPeer({ ...sign_in, host: near, port: 8103, passive_ports: [9_000, 30_000] })
  const certificate = certificateFor(far)
  const fronts = await Promise.all(
    [8101, 8102].map((port) =>
      openFront({ host: near, port: port + 100 }, { host: near, port }, certificate),
    ),
  )
  const urls = (scheme: string, port: number) =>
    JSON.parse(
      JSON.stringify(platform.urls).replaceAll(`http://${near}:8101`, `${scheme}://${far}:${port}`),
    ) as typeof platform.urls
  const answered = recordRequests(platform.port, storage.port)
  recordFiles(ftp, answered)
  const account = { username, password, directory }
  const ways: Way[] = [
    {
      name: 'by S3',
      platform: urls('http', 8101),
      storage: { endpoint: `http://${far}:8102`, ...account },
      curl: { http: 'http' },
    },
    {
      name: 'by S3, all encrypted',
      platform: urls('https', 8201),
      storage: { endpoint: `https://${far}:8202`, ...account },
      curl: { http: 'https', authority: certificate.file },
    },
    {
      name: 'by FTP',
      platform: urls('http', 8101),
      storage: { endpoint: ftp.url.replace(near, far), ...account, protocol: storage_protocol.ftp },
      curl: { http: 'http', ftp: `ftp://${username}:${password}@${far}:8103` },
    },
    { name: 'in the body', platform: urls('http', 8101), storage: {}, curl: { http: 'http' } },
  ]

  const device = await startDevice({ PARKING_APP: '' }, certificate.cert)
  const rows: string[][] = []
  let worst = 0
  for (const way of ways) {
    await device.call('/api/parking/update_platform_param', { operator_no: 'B', ...way.platform })
    await device.call('/api/parking/update_storage_param', way.storage)
    const by_storage = 'endpoint' in way.storage
    const measured: { device_s: number; curl_s: number }[] = []
    let extra = 0
    for (let turn = 0; turn < repeats; turn++) {
      ftp.empty()
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
      ftp.empty()
      const curl_run = await timed(answered, wanted, () => repeatWithCurl(device_run.sent, way.curl))
      measured.push({ device_s: device_run.seconds, curl_s: curl_run.seconds })
      extra += device_run.sent.length - wanted
      console.log(`${way.name}: ${device_run.seconds.toFixed(1)} s, curl ${curl_run.seconds.toFixed(1)} s`)
    }
    const ratios = measured.map(({ device_s, curl_s }) => device_s / curl_s)
    worst = Math.max(worst, median(ratios))
    const seconds = (of: 'device_s' | 'curl_s') =>
      range(
        measured.map((one) => one[of]),
        1,
      )
    rows.push([way.name, seconds('device_s'), seconds('curl_s'), range(ratios, 2), String(extra)])
  }
  await device.end()
  await Promise.all([platform.stop(), storage.stop(), ftp.stop(), ...fronts.map((stop) => stop())])
  const builds = [root, ...(values.other === undefined ? [] : [values.other])]
  const home = await measureHome(builds, { near, far, port: 8301, repeats: home_openings * repeats })
  console.log(home)
  line.kill()
  await writePage('docs/bench/link.md', pageOf(rows, worst, home))
  const [own = [], other] = home
  process.exitCode = worst > gate || (other && median(own) > median(other)) ? 1 : 0
}

type Way = {
  name: string
  platform: Awaited<ReturnType<typeof startPlatform>>['urls']
  storage: Partial<Params['storage_param']>
  curl: Places
}

const range = (numbers: number[], digits: number) =>
  `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)} to ` +
  `${Math.max(...numbers).toFixed(digits)})`

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
        .map((one) => [`${one.path} ${String(one.headers['idempotency-key'] ?? '')}`, one]),
    ).size
  for (;;) {
    const last = answered.at(-1)?.at ?? begun
    if (distinct() >= wanted) return { seconds: (last - begun) / 1000, sent: [...answered] }
    if (performance.now() - last > patience_ms) throw new Error(`only ${distinct()} of ${wanted} arrived`)
    await wait(20)
  }
}

function pageOf(rows: readonly string[][], worst: number, home: readonly number[][]): string {
  const names = ['this build', 'build of 27d08572']
  const times = home.map((seconds, at) => [names[at]!, range(seconds, 1)])
  return `# Delivery over a bad link

Over a link of ${link.round_trip_ms} ms round trip, ${link.loss_percent} % loss and 1 Mbit/s in each
direction, events with pictures take at most ${worst.toFixed(2)} times what curl takes for the same (the worst
of all ways, the median). The limit is ${gate}.

${markdownTable([['pictures', 'device, s', 'curl, s', 'device / curl', 'repeated requests'], ...rows])}

The home page of the console over the same link, opened cold, until its heading is there:

${markdownTable([['build', 'seconds'], ...times])}

Printed by \`npm run bench:link\`, with \`--other BUILD\` for a second build of the home page (root on Linux,
python3, openssl, curl, Chromium): ${events} events with a picture of ${Math.round(jpeg.length / 1000)} kB in
each turn, ${repeats} turns each way, the median and the range. In each turn the device is first, then curl;
the home page is opened ${home_openings * repeats} times.

- The device is the built server with its default settings. Its peers are the street's platform, S3 storage
  and FTP server. "All encrypted": platform and storage by TLS.
- curl sends the bytes of the device's requests, headers included: one process for each peer, all at once,
  over as many connections as the device has (2 for objects and files, 4 for events), each used again and
  again. A file is written under another name and renamed, as the device does it; the device also asks for
  its size. curl does not wait for the objects of an event before the event, as the device must.
- Time runs from the start of the sending, or of curl, until the peers have answered the last request.
- The link is a network namespace with a TUN interface (\`bench/link/line.py\`), not netem, because the
  kernel of this measurement has no sch_netem: packets are delayed, limited to the rate and lost as netem
  does it, so TCP itself meets the link (CUBIC, Debian's default).
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
    ...(values.other === undefined ? [] : ['--other', values.other]),
  ])
}
