/**
 * The package system apt, on Debian. Reading needs no rights (`apt-cache policy`, `apt-get update
 * --print-uris`); changes are verbs of the root helper, in systemd units of their own: an update of this
 * server continues while the server restarts.
 */
import { secret_mask } from '@parking/contract'
import { unsupported } from '#src/ports/system-error.ts'
import type { PackagesPort, PackageVersion, PackageWork } from '#src/ports/packages-port.ts'
import { outputOf, type Program } from './program.ts'
import { notesIn } from './release-notes.ts'
import { reasonOf, type RootHelper } from './root-helper.ts'

/** Our own source file, written by the root helper. */
const only_ours = [
  '-o',
  'Dir::Etc::sourcelist=sources.list.d/parking-edge.sources',
  '-o',
  'Dir::Etc::sourceparts=-',
] as const
const timer = 'parking-edge-auto-update.timer'
/** Below the 30 s that the console waits (spec §9); the refresh itself continues. */
const refresh_ms = 28_000

type Work = 'refresh' | 'update'
const works = ['refresh', 'update'] as const

/** `packages` are the package names of this product. */
export function aptPackages(run: Program, helper: RootHelper, packages: readonly string[]): PackagesPort {
  let reading: Promise<PackageWork> | undefined

  async function readWork(): Promise<PackageWork> {
    const running = await runningNow(run)
    if (running) return progressOf(running)
    const [refresh, update] = await Promise.all([endOf(helper, 'refresh'), endOf(helper, 'update')])
    const last = [refresh, update]
      .filter((end) => end !== undefined)
      .toSorted((a, b) => (b.ended_ms ?? Infinity) - (a.ended_ms ?? Infinity))[0]
    if (!last) return { state: 'idle', progress: 0, message: '', work: '', ended_ms: null, reason: null }
    if (!last.failed)
      return {
        state: 'idle',
        progress: 100,
        message: '',
        work: last.work,
        ended_ms: last.ended_ms,
        reason: null,
      }
    if (last.ended_ms !== null)
      return failure(last.work, await helper.result(`${last.work}.log`), last.ended_ms)
    // Apparently interrupted; or it has started since the first check.
    const begun = await runningNow(run)
    return begun ? progressOf(begun) : failure(last.work, await helper.result(`${last.work}.log`), null)
  }

  async function progressOf(work: Work): Promise<PackageWork> {
    return {
      state: work === 'refresh' ? 'refreshing' : 'updating',
      ...progressIn(await helper.result(`${work}.status`)),
      work,
      ended_ms: null,
      reason: null,
    }
  }

  return {
    async versions() {
      const known = versionsIn(await outputOf(run, ['apt-cache', 'policy', ...packages]))
      return Promise.all(
        packages.map(async (name) => {
          const one = known.get(name) ?? { package: name, installed: '', candidate: '' }
          if (one.candidate === '' || one.candidate === one.installed) return one
          const { stdout } = await run(['apt-cache', 'show', `${name}=${one.candidate}`])
          const notes = notesIn(stdout, one.installed)
          return notes.length > 0 ? { ...one, notes } : one
        }),
      )
    },

    async repository() {
      return repositoryIn(await outputOf(run, ['apt-get', 'update', '--print-uris', ...only_ours]))
    },

    setRepository: (url) => helper.run('repository', url),
    refresh: () => helper.run('refresh', '', refresh_ms),
    update: () => helper.begin('update'),
    work: () => (reading ??= readWork().finally(() => (reading = undefined))),

    async autoUpdate() {
      const { stdout } = await run(['systemctl', 'is-enabled', timer])
      const said = stdout.trim()
      if (said === 'enabled') return true
      if (said === 'disabled') return false
      throw unsupported('there is no timer for automatic updates')
    },

    setAutoUpdate: (on) => helper.run('auto-update', on ? 'on' : 'off'),
  }
}

/**
 * The address of the first list that apt would fetch. A user may have written another suite or a flat
 * repository into the file, or a password, which is not shown.
 */
export const repositoryIn = (printed: string): string =>
  (/^'(\S+?)(?:\/*\/dists\/\S+?)?\/InRelease' /m.exec(printed)?.[1] ?? '').replace(
    /(?<=\/\/)[^/@]*@/,
    `${secret_mask}@`,
  )

/** `apt-cache policy`: a block for each known package; `(none)` if there is no version. */
function versionsIn(policy: string): Map<string, PackageVersion> {
  const blocks = policy.matchAll(/^(\S+):\n {2}Installed: (.+)\n {2}Candidate: (.+)$/gm)
  const version = (text: string) => (text === '(none)' ? '' : text)
  return new Map(
    [...blocks].map(([, name = '', installed = '', candidate = '']) => [
      name,
      { package: name, installed: version(installed), candidate: version(candidate) },
    ]),
  )
}

/** A queued unit has a job, although it is not active yet. */
async function runningNow(run: Program): Promise<Work | undefined> {
  const unit = (work: Work) => `parking-edge-root@${work}.service`
  const shown = await outputOf(run, [
    'systemctl',
    'show',
    '--property=Id,LoadState,ActiveState,Job',
    unit('refresh'),
    unit('update'),
  ])
  const blocks = shown
    .split(/\n\n+/)
    .map(
      (block) =>
        new Map(
          block
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
        ),
    )
  return works.find((work) => {
    const block = blocks.find((one) => one.get('Id') === unit(work))
    if (block?.get('LoadState') !== 'loaded') throw unsupported('the root helper is not installed')
    return (
      ['activating', 'active', 'deactivating', 'reloading'].includes(block.get('ActiveState') ?? '') ||
      (block.get('Job') ?? '') !== ''
    )
  })
}

type End = {
  work: Work
  failed: boolean
  /** Null: it was interrupted at an unknown time. */
  ended_ms: number | null
}

/**
 * The result of the last run. systemd discards the state of a finished unit, so the verb writes its exit
 * status and the milliseconds since 1970. A run with a log but no result was interrupted. Undefined if none
 * ran since boot.
 */
async function endOf(helper: RootHelper, work: Work): Promise<End | undefined> {
  const [, status, ended] = /^(\d+) (\d+)\s*$/.exec(await helper.result(`${work}.end`)) ?? []
  if (status !== undefined) return { work, failed: status !== '0', ended_ms: Number(ended) }
  const began = (await helper.result(`${work}.log`)) !== '' || (await helper.result(`${work}.status`)) !== ''
  return began ? { work, failed: true, ended_ms: null } : undefined
}

/**
 * apt's own status lines (APT::Status-Fd): `dlstatus:2:41.5000:Retrieving file 2 of 3`,
 * `pmstatus:parking-edge:20.0000:Unpacking ...`.
 */
function progressIn(status: string): { progress: number; message: string } {
  const lines = [...status.matchAll(/^(dlstatus|pmstatus):[^\n]*?:(\d+(?:\.\d+)?):(.*)$/gm)]
  const [, , percent = '0', message = ''] = lines.at(-1) ?? []
  return { progress: Math.min(100, Math.round(Number(percent))), message: message.slice(0, 300) }
}

function failure(work: Work, log: string, ended_ms: number | null): PackageWork {
  const errors = log
    .split('\n')
    .filter((line) => /^(E|dpkg): /.test(line))
    .map((line) => line.replace(/^E: /, ''))
  const message = (errors.length > 0 ? errors : [log.trim().split('\n').at(-1) ?? ''])
    .join('\n')
    .slice(0, 500)
  const cause = reasonOf(log)
  const reason = ended_ms === null && cause === 'program_failed' ? 'interrupted' : cause
  return { state: 'failed', progress: 0, message, work, ended_ms, reason }
}
