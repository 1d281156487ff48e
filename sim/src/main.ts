/** `npm start`: runs the simulated street and the device server on it. Ends when either of them ends. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBox } from './box.ts'
import { reservePort } from './reserve-port.ts'
import { showMails } from './peers/mail/page.ts'
import { readStreetFile, writeStreetFile } from './ports-file.ts'
import { provisionOf } from './provision.ts'
import { startWorld } from './world.ts'

const first_port = {
  cameras: 18081,
  platform: 18090,
  registrar: 18091,
  mailbox: 18092,
  s3: 18093,
  ftp: 18094,
  time: 18123,
  mail: 18587,
  mail_tls: 18465,
}
/**
 * Two of the six cameras on the device are broken, so that every camera state can be seen: the fifth has no
 * power, and the sixth has a different password from the one stored on the device.
 */
const [powered_off, wrong_password] = [4, 5]

const root = fileURLToPath(new URL('../../', import.meta.url))
const data = resolve(process.env['PARKING_DATA'] ?? 'data')
const files = {
  street: join(data, 'street.json'),
  provision: join(data, 'provision.json'),
}

// The street may use any free port, but not the one reserved for the device.
const releasePort = await reservePort(
  Number(process.env['PARKING_PORT'] || 8080),
  process.env['PARKING_HOST'] || '127.0.0.1',
)
const previous = readStreetFile(files.street)
const world = await startWorld({
  cameraBasePort: first_port.cameras,
  cameraPorts: previous?.cameras ?? [],
  platformPort: previous?.platform ?? first_port.platform,
  timePort: previous?.time ?? first_port.time,
  registrarPort: previous?.registrar ?? first_port.registrar,
  s3Port: previous?.s3 ?? first_port.s3,
  ftpPort: previous?.ftp ?? first_port.ftp,
  mailPort: previous?.mail ?? first_port.mail,
  mailTlsPort: previous?.mail_tls ?? first_port.mail_tls,
})
const mailbox = await showMails(world.mail.mails, { port: previous?.mailbox ?? first_port.mailbox }).catch(
  () => showMails(world.mail.mails),
)
if (previous?.broken) await breakTwoCameras()
writeStreetFile(files.street, world, mailbox.port, previous?.broken ?? false)
mkdirSync(data, { recursive: true })
if (!existsSync(files.provision)) {
  writeFileSync(files.provision, `${JSON.stringify(provisionOf(world), null, 1)}\n`, { mode: 0o600 })
}

await releasePort()
// Without `npm start -- --analysis`, the simulated program, which reads the ground truth embedded in the
// pictures.
const reads_truth = process.env['STREET_ANALYSIS'] !== '1'
const app = [process.execPath, join(root, reads_truth ? 'sim/dist/analysis.js' : 'analysis/dist/main.js')]
// A recording is replayed by the program that made it.
const own_replay = reads_truth && {
  PARKING_REPLAY_TOOL: JSON.stringify([process.execPath, join(root, 'sim/dist/replay.js')]),
}
let reportSetUp = (): void => undefined
const set_up = new Promise<void>((resolve) => (reportSetUp = resolve))
const box = await openBox({
  program: process.env['STREET_SERVER'] ?? join(root, 'server/dist/main.js'),
  data,
  time_server: world.time.address,
  authority: world.mail.ca,
  env: {
    ...process.env,
    PARKING_DATA: data,
    PARKING_PROVISION: files.provision,
    PARKING_ALLOW_LOOPBACK: '1',
    PARKING_APP: process.env['PARKING_APP'] ?? JSON.stringify(app),
    ...own_replay,
  },
  onLine: (line) => {
    console.log(line)
    if (line.startsWith('The device is set up')) reportSetUp()
  },
  onLog: (line) => console.error(line),
  onExit: (code) => void end(code),
})
let ending = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void box.stop().then(() => end(0)))
// If the server does not start, `onExit` is called too, and the server has already printed the reason.
await box.start().then(printAddresses, () => undefined)

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  await Promise.all([box.machine.stop(), world.stop(), mailbox.stop()])
  process.exit(code)
}

async function printAddresses(): Promise<void> {
  if (box.machine.network.url !== '')
    console.log(`The box's own address, on its simulated network: ${box.machine.network.url}/`)
  console.log(`Platform (simulated): ${world.platform.url}/`)
  console.log(`Storage (simulated): ${world.s3.url}, and by FTP ${world.ftp.url}`)
  console.log(`Mailbox (simulated): ${mailbox.url}`)
  console.log(`Time server (simulated): ${world.time.address}`)
  console.log(`VPN registrar (simulated; hands out keys): ${world.registrar.url}/`)
  if (previous?.broken) return
  await set_up
  await breakTwoCameras()
  writeStreetFile(files.street, world, mailbox.port, true)
}

async function breakTwoCameras(): Promise<void> {
  world.cameras[wrong_password]!.setPassword('changed-by-someone-else#1')
  await world.cameras[powered_off]!.setPower(false)
}
