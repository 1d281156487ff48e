/** The HostPort from /proc, /sys and os: runs no program and uses no network. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { freemem, hostname, machine, release, totalmem, uptime } from 'node:os'
import type { Db } from '#src/core/db.ts'
import type { HostIdentity, HostPort, Vitals } from '#src/ports/host-port.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'

/** Placeholders that manufacturers leave in the serial and model fields. */
const placeholders = [
  '',
  '0+',
  'none',
  'n/a',
  'default string',
  'not (specified|available|applicable)',
  'to be filled by o\\.?e\\.?m\\.?',
  'system (serial number|product name)',
  '123456789',
  'unknown',
]
const placeholder = new RegExp(`^(${placeholders.join('|')})$`, 'i')

/** Vitals are read at most this often, whatever the number of requests. */
const fresh_ms = 1_000

/** The host port of a Linux machine. `db` stores its serial number. */
export function linuxHost(db: Db, kernel_stat = '/proc/stat'): HostPort {
  const booted = bootMoment(kernel_stat)
  let identity: Promise<HostIdentity> | undefined
  let sensors: Promise<string[]> | undefined
  let vitals: { at: number; reading: Promise<Vitals> } | undefined
  let times: CpuTimes | undefined
  async function cpu(): Promise<number | null> {
    const before = times
    // A simulated box has its own boot time, and the processor of the machine that it runs on.
    times = (await timesIn(kernel_stat)) ?? (await timesIn('/proc/stat'))
    return busyPercent(before, times)
  }
  async function readVitals(): Promise<Vitals> {
    const [memory, temperature, busy] = await Promise.all([
      readMemory(),
      (sensors ??= findSensors()).then(hottest),
      cpu(),
    ])
    return { ...memory, temperature, cpu: busy }
  }
  return {
    identity: () => (identity ??= identify(db)),
    bootedAt: () => booted,
    vitals() {
      const now = performance.now()
      if (!vitals || now - vitals.at > fresh_ms) vitals = { at: now, reading: readVitals() }
      return vitals.reading
    },
  }
}

const timesIn = async (file: string): Promise<CpuTimes | undefined> =>
  cpuTimes(await readFile(file, 'utf8').catch(() => ''))

async function identify(db: Db): Promise<HostIdentity> {
  const [product, board, serial, boardSerial, bios, machineId] = await Promise.all([
    firstOf('/sys/class/dmi/id/product_name', '/proc/device-tree/model'),
    firstOf('/sys/class/dmi/id/board_name'),
    firstOf('/sys/class/dmi/id/product_serial', '/proc/device-tree/serial-number'),
    firstOf('/sys/class/dmi/id/board_serial'),
    firstOf('/sys/class/dmi/id/bios_version'),
    firstOf('/etc/machine-id'),
  ])
  const host_sn = permanentSerial(db, (serial || boardSerial).slice(0, 64))
  return {
    host_name: hostname().slice(0, 64),
    host_model: (product || board || machine()).slice(0, 64),
    host_sn,
    firmware: (bios || release()).slice(0, 64),
    // The machine id itself is confidential; its digest identifies the box as well.
    hardware_id: createHash('sha256')
      .update(`${machineId}\n${host_sn}\n${machine()}`)
      .digest('hex')
      .slice(0, 32),
  }
}

type Serial = { host_sn: string; from: 'board' | 'made' }

/**
 * The serial number is permanent, although only root may read the board's and some boards have none. A
 * generated one stays; the board's is stored for starts that may not read it, and is replaced when the board
 * changes (the disk was moved or cloned).
 */
function permanentSerial(db: Db, board: string): string {
  const kept = readSetting<Serial | null>(db, 'serial', null)
  if (kept && (kept.from === 'made' || board === '' || board === kept.host_sn)) return kept.host_sn
  const serial: Serial =
    board === ''
      ? { host_sn: `PE-${randomBytes(5).toString('hex').toUpperCase()}`, from: 'made' }
      : { host_sn: board, from: 'board' }
  writeSetting(db, 'serial', serial, Date.now())
  return serial.host_sn
}

async function firstOf(...files: string[]): Promise<string> {
  for (const file of files) {
    const text = (await readFile(file, 'utf8').catch(() => '')).replace(/[\0\s]+/g, ' ').trim()
    if (!placeholder.test(text)) return text
  }
  return ''
}

function bootMoment(kernel_stat: string): number {
  const counted = Math.round(Date.now() - uptime() * 1000)
  try {
    const seconds = /^btime (\d+)$/m.exec(readFileSync(kernel_stat, 'utf8'))?.[1]
    return seconds ? Number(seconds) * 1000 : counted
  } catch {
    return counted
  }
}

async function readMemory(): Promise<Pick<Vitals, 'memory_used' | 'memory_total'>> {
  const meminfo = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(meminfo)?.[1] ?? 0) * 1024
  const memory_total = bytes('MemTotal') || totalmem()
  const memory_used = Math.min(memory_total, Math.max(0, memory_total - (bytes('MemAvailable') || freemem())))
  return { memory_used, memory_total }
}

async function findSensors(): Promise<string[]> {
  const list = (folder: string) => readdir(folder).catch((): string[] => [])
  const zones = (await list('/sys/class/thermal'))
    .filter((name) => name.startsWith('thermal_zone'))
    .map((name) => `/sys/class/thermal/${name}/temp`)
  const chips = await Promise.all(
    (await list('/sys/class/hwmon')).map(async (chip) =>
      (await list(`/sys/class/hwmon/${chip}`))
        .filter((name) => /^temp\d+_input$/.test(name))
        .map((name) => `/sys/class/hwmon/${chip}/${name}`),
    ),
  )
  return [...zones, ...chips.flat()]
}

/** Sensors report thousandths of a degree; an impossible value means a broken sensor. */
async function hottest(files: readonly string[]): Promise<number | null> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const degrees = texts
    .filter((text) => text.trim() !== '')
    .map((text) => Number(text) / 1000)
    .filter((value) => value > -50 && value < 150)
  return degrees.length === 0 ? null : Math.round(Math.max(...degrees) * 10) / 10
}

/** In ticks since the box was started. */
type CpuTimes = { busy: number; idle: number }

/**
 * Parses the line of all cores: user, nice, system, idle, iowait, irq, softirq, steal. Undefined if it is
 * missing.
 */
export function cpuTimes(stat: string): CpuTimes | undefined {
  const numbers = /^cpu +([\d ]+)$/m.exec(stat)?.[1]?.trim().split(/ +/).map(Number)
  if (!numbers || numbers.length < 4) return undefined
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = numbers
  // Guests are part of user and nice.
  return { busy: user + nice + system + irq + softirq + steal, idle: idle + iowait }
}

/** The load between two readings in percent, to a tenth; null if one is missing or no time has passed. */
export function busyPercent(before: CpuTimes | undefined, after: CpuTimes | undefined): number | null {
  if (!before || !after) return null
  const [busy, idle] = [after.busy - before.busy, after.idle - before.idle]
  return busy < 0 || idle < 0 || busy + idle === 0 ? null : Math.round((busy / (busy + idle)) * 1000) / 10
}
