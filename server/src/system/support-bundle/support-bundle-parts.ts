/**
 * The parts of a support bundle. Configuration and state are the answers of the console's own read calls,
 * which never contain a secret, even if a later version adds fields. No table that holds secrets is read.
 */
import type { BoxClock } from '#src/device/box-clock.ts'
import type { LogWriter } from '../log/log-writer.ts'
import type { AnalysisConnection } from '#src/core/analysis-connection.ts'
import { release, type as osType, machine } from 'node:os'
import { readFile } from 'node:fs/promises'
import { code, diagnose_steps, type CallName } from '@parking/contract'
import { countByStatus, eventLedger } from '#src/events/record/event.store.ts'
import { databaseVersion } from '#src/core/db.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { Refusal } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { stampOf } from '#src/core/stamp.ts'
import { checkStep } from '../diagnose/diagnose-step.ts'
import { listLogs } from '../log/log-list.ts'

export type Needs = CallContext & {
  analysis: AnalysisConnection
  log_writer: LogWriter
  box_clock: BoxClock
  read_call: ReadCall
}

/** Runs the handler of a read-only call of the console. */
export type ReadCall = (name: CallName, body: object, context: CallContext) => unknown

/** One file of the bundle. Its pieces are not redacted yet. */
export type Part = {
  name: string
  pieces(context: Needs): AsyncGenerator<unknown>
  /** Whether the file is one JSON object per line; otherwise it is one document. */
  lines: boolean
}

const max_log_rows = 20_000
const page_size = 200
const max_journal_lines = 3_000

const settings: readonly CallName[] = [
  'get_basic_info',
  'get_address',
  'time_para',
  'get_ipv4',
  'get_dns',
  'get_trial',
  'get_vpn_info',
  'get_whitelist',
  'get_repository',
  'get_restore_config',
  'get_business_mode',
  'get_platform_param',
  'get_alg_param',
  'get_schedule_param',
  'get_event_param',
  'get_storage_param',
  'get_alarm_param',
  'get_mqtt_param',
  'list_cameras',
  'get_scenes',
]
const states: readonly CallName[] = [
  'system_status',
  'reboot_time',
  'app_status',
  'camera_state',
  'apt_status',
  'disk_status',
  'mqtt_state',
  'reboot_preflight',
]
const bodies: { readonly [Name in CallName]?: object } = { list_cameras: { page: 1, page_size: 500 } }

/** In reading order. */
export const parts: readonly Part[] = [
  {
    name: 'diagnose.json',
    lines: false,
    async *pieces(context) {
      yield Object.fromEntries(
        await Promise.all(diagnose_steps.map(async (step) => [step, await checkStep(step, context)])),
      )
    },
  },
  {
    name: 'status.json',
    lines: false,
    async *pieces(context) {
      yield { ...(await answers(states, context)), events: eventsOf(context), server: serverOf(context) }
    },
  },
  {
    name: 'configuration.json',
    lines: false,
    async *pieces(context) {
      yield await answers(settings, context)
    },
  },
  {
    name: 'versions.json',
    lines: false,
    async *pieces(context) {
      yield { ...(await versionsOf(context)), ...(await answers(['software_version'], context)) }
    },
  },
  { name: 'logs.ndjson', lines: true, pieces: deviceLogs },
  { name: 'journal.ndjson', lines: true, pieces: journalLines },
]

/**
 * The answer of each call under its name. A failed call is replaced by the reason, without affecting others.
 */
async function answers(names: readonly CallName[], context: Needs): Promise<Record<string, unknown>> {
  const given = await Promise.all(names.map(async (name) => [name, await answerOf(name, context)] as const))
  return Object.fromEntries(given)
}

async function answerOf(name: CallName, context: Needs): Promise<unknown> {
  try {
    return await context.read_call(name, bodies[name] ?? {}, context)
  } catch (error) {
    if (error instanceof SystemError) return { not_read: error.reason, detail: error.detail }
    if (error instanceof Refusal) return { not_read: error.message, code: error.code }
    context.log.warn({ err: error, call: name }, 'a part of a support bundle could not be read')
    return { not_read: 'internal error', code: code.internal }
  }
}

function eventsOf({ db }: Needs) {
  const { created, deleted } = eventLedger(db)
  return {
    taken_in: created,
    deleted,
    by_status: Object.fromEntries([...countByStatus(db)].map(([status, n]) => [String(status), n])),
  }
}

function serverOf({ boot_id, now }: Needs) {
  const { rss, heapUsed } = process.memoryUsage()
  return {
    boot_id,
    up_s: Math.round(process.uptime()),
    rss,
    heap_used: heapUsed,
    time: new Date(now()).toISOString(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

async function versionsOf({ version, analysis, host, db }: Needs) {
  const os_release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const name = /^PRETTY_NAME="?([^"\n]*)/m.exec(os_release)?.[1] ?? ''
  const { host_model, firmware, host_sn, hardware_id } = await host.identity()
  const database = databaseVersion(db)
  return {
    server: version,
    analysis: analysis.peer,
    node: process.version,
    libraries: {
      openssl: process.versions.openssl,
      v8: process.versions.v8,
      sqlite: database.sqlite,
    },
    database: database.migration,
    system: { name, kernel: `${osType()} ${release()}`, machine: machine() },
    box: { host_model, host_sn, firmware, hardware_id },
  }
}

/** Newest first. The end time is fixed, so that new rows do not shift the pages. */
async function* deviceLogs({ db, log_writer, now }: Needs): AsyncGenerator<unknown> {
  log_writer.flush()
  const end_ms = now()
  for (let page = 1; page * page_size <= max_log_rows; page++) {
    const { list } = await listLogs(db, { type: 0, end_ms, page, page_size: page_size })
    for (const { timestamp_ms, ...row } of list) yield { time: stampOf(timestamp_ms), timestamp_ms, ...row }
    if (list.length < page_size) return
  }
}

async function* journalLines({ journal }: Needs): AsyncGenerator<unknown> {
  for (const { timestamp_ms, unit, level, content } of await journal.read({ max: max_journal_lines }))
    yield { time: stampOf(timestamp_ms), unit, level, content }
}
