/**
 * The package system of the simulated machine: the repository, apt's lists and locks, and the root helper's
 * verbs for them, worded as in apt 2.6 of Debian 12. Long because all verbs share this state.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { aptGet, policyOf, recordOf } from './apt-user.ts'
import { readRequest, updateOutput, type Site } from './apt-messages.ts'
import type { Parts, ProgramOutput } from './machine.ts'

export type Packages = {
  /** The versions that the repository offers. apt sees them after the next refresh. */
  readonly offered: Record<string, string>
  /** What the offered version of the product brings, a sentence each. */
  readonly notes: Record<'zh' | 'tw', string[]>
  /** How the repository answers. */
  site: Site
  /** Whether another program holds apt's locks. */
  locked: boolean
  disk_full: boolean
  /** Milliseconds for each step of apt; `by hand` waits for a call of `step`. */
  pace(step_ms: number | 'by hand'): void
  step(): void
  /** Ends the running jobs, as `kill -9` would. */
  kill(): void
  /** A power cut and the boot after it. */
  reboot(): void
  stop(): Promise<void>
}

/** The product's repository. The others have no key or do not answer. */
const home = 'http://packages.example/parking'
const others: Record<string, Site> = {
  'http://unsigned.example/parking': 'unsigned',
  'http://packages.example': 'no_release',
  'http://192.0.2.80/parking': 'unreachable',
}
/** The same pattern as in deploy/root-helper.d/repository. */
const plain_url = new RegExp(
  String.raw`^https?://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])` +
    String.raw`(:[0-9]{1,5})?(/[A-Za-z0-9._~%+,=:-]+)*/?$`,
)
const holder = 'process 1207 (unattended-upgr)'

type Work = { ended: Promise<ProgramOutput>; cut: AbortController }

export function createPackages({ state, save, units, programs, options, results }: Parts): Packages {
  const offered: Record<string, string> = { 'parking-edge': '0.2.0', 'parking-analysis': '2.4.0' }
  const running = new Map<string, Work>()
  let step_ms: number | undefined = 250
  let steps = 0
  let resumeStep: (() => void) | undefined
  const notes = {
    zh: ['告警邮件按摄像机合并，不再逐条发送。', '停车时间轴可以按车牌查找。'],
    tw: ['警報郵件依攝影機合併，不再逐筆傳送。', '停車時間軸可以依車牌查詢。'],
  }
  const packages: Packages = {
    offered,
    notes,
    site: 'good',
    locked: false,
    disk_full: false,
    pace: (given) => void (step_ms = given === 'by hand' ? undefined : given),
    step() {
      if (resumeStep) resumeStep()
      else steps++
    },
    kill() {
      resumeStep = undefined
      for (const { cut } of running.values()) cut.abort()
    },
    reboot() {
      packages.kill()
      for (const verb of ['repository', 'refresh', 'update', 'auto-update'])
        for (const kind of ['log', 'status', 'end']) rmSync(join(results, `${verb}.${kind}`), { force: true })
    },
    async stop() {
      packages.kill()
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
    },
  }

  /** Resolves when apt has finished its next step. */
  function oneStep(cut: AbortSignal): Promise<unknown> {
    if (step_ms !== undefined) return wait(step_ms, undefined, { signal: cut })
    if (steps > 0) return Promise.resolve(void steps--)
    return new Promise<void>((resolve, reject) => {
      resumeStep = () => {
        resumeStep = undefined
        resolve()
      }
      cut.addEventListener('abort', () => reject(cut.reason as Error), { once: true })
    })
  }

  const write = (name: string, text: string) => {
    mkdirSync(results, { recursive: true })
    writeFileSync(join(results, name), text)
  }
  const request = (verb: string) => readRequest(() => readFileSync(join(options.requests, verb), 'utf8'))
  const siteOf = (url: string): Site =>
    url === home
      ? packages.site
      : (others[url] ?? (/^https?:\/\/[\d.]+([:/]|$)/.test(url) ? 'unreachable' : 'no_name'))

  /** A verb that takes a while: it writes its progress to `.status` and its result to `.end`. */
  function slow(
    verb: string,
    work: (say: { log(text: string): void; status(line: string): Promise<void> }) => Promise<number>,
  ): void {
    const begin = (): Promise<ProgramOutput> => {
      const cut = new AbortController()
      let [log, status] = ['', '']
      write(`${verb}.log`, '')
      write(`${verb}.status`, '')
      rmSync(join(results, `${verb}.end`), { force: true })
      const say = {
        log: (text: string) => write(`${verb}.log`, (log += text)),
        async status(line: string) {
          write(`${verb}.status`, (status += `${line}\n`))
          await oneStep(cut.signal)
        },
      }
      const ended = work(say)
        .then(
          (code) => {
            write(`${verb}.end`, `${code} ${Math.round(options.now())}\n`)
            return { status: code }
          },
          () => ({ status: 137 }),
        )
        .finally(() => running.delete(verb))
      running.set(verb, { ended, cut })
      return ended
    }
    // A second start during a run joins the running job.
    units.add(`parking-edge-root@${verb}.service`, {
      start: () => running.get(verb)?.ended ?? begin(),
      show: () => ({
        ActiveState: running.has(verb) ? 'activating' : 'inactive',
        SubState: running.has(verb) ? 'start' : 'dead',
        Result: 'success',
        ...(running.has(verb) ? { Job: '4711' } : {}),
      }),
    })
  }

  function quick(verb: string, work: (request: string) => string): void {
    units.add(`parking-edge-root@${verb}.service`, {
      start() {
        const refused = work(request(verb))
        write(`${verb}.log`, refused)
        save()
        return { status: refused === '' ? 0 : 64 }
      },
      show: () => ({ ActiveState: 'inactive', SubState: 'dead', Result: 'success' }),
    })
  }

  quick('repository', (url) => {
    if (url !== '' && !(url.length <= 500 && plain_url.test(url)))
      return 'E: The repository must be a plain http or https URL.\n'
    state.repository = url.replace(/\/$/, '')
    return ''
  })
  quick('auto-update', (wanted) => {
    if (wanted !== 'on' && wanted !== 'off') return 'E: The request must be on or off.\n'
    state.auto_update = wanted === 'on'
    return ''
  })
  units.add('parking-edge-auto-update.timer', {
    start: () => ({}),
    show: () => ({ ActiveState: state.auto_update ? 'active' : 'inactive' }),
    enabled: () => state.auto_update,
  })

  slow('refresh', async ({ log, status }) => {
    const url = state.repository
    if (packages.locked) {
      log(
        `Reading package lists...\nE: Could not get lock /var/lib/apt/lists/lock. It is held by ` +
          `${holder}\nE: Unable to lock directory /var/lib/apt/lists/\n`,
      )
      return 100
    }
    await status('dlstatus:1:0.0000:Retrieving file 1 of 1')
    const site = url === '' ? 'good' : packages.disk_full ? 'disk_full' : siteOf(url)
    if (site !== 'good') {
      log(updateOutput(site, url))
      return 100
    }
    await status('dlstatus:2:31.2500:Retrieving file 2 of 3')
    await status('dlstatus:3:100.0000:Retrieving file 3 of 3')
    if (url !== '') state.candidates = { ...offered }
    save()
    log(
      `Get:1 ${url} ./ InRelease [1,482 B]\nGet:2 ${url} ./ Packages [926 B]\nFetched 2,408 B in ` +
        `0s (48.2 kB/s)\nReading package lists...\n`,
    )
    return 0
  })

  slow('update', async ({ log, status }) => {
    if (packages.locked) {
      log(
        `E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by ${holder}\nE: Unable ` +
          'to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process ' +
          `using it?\n`,
      )
      return 100
    }
    const newer = Object.keys(state.installed).filter(
      (name) => (state.candidates[name] ?? state.installed[name]) !== state.installed[name],
    )
    log('Reading package lists...\nBuilding dependency tree...\n')
    if (packages.disk_full) {
      log("E: You don't have enough free space in /var/cache/apt/archives/.\n")
      return 100
    }
    if (siteOf(state.repository) !== 'good' && newer.length > 0) {
      log(updateOutput(siteOf(state.repository), state.repository))
      return 100
    }
    for (const at of newer.keys())
      await status(
        `dlstatus:${at + 1}:${((at / newer.length) * 100).toFixed(4)}:Retrieving file ${at + 1} ` +
          `of ${newer.length}`,
      )
    const share = 100 / Math.max(1, newer.length)
    for (const [at, name] of newer.entries()) {
      for (const [part, doing] of [
        [0, 'Preparing'],
        [0.2, 'Unpacking'],
        [0.4, 'Installing'],
        [0.6, 'Configuring'],
      ] as const)
        await status(`pmstatus:${name}:${((at + part) * share).toFixed(4)}:${doing} ${name} (amd64)`)
      log(
        `Unpacking ${name} (${state.candidates[name]}) over (${state.installed[name]}) ...\n` +
          `Setting up ${name} (${state.candidates[name]}) ...\n`,
      )
      state.installed[name] = state.candidates[name] ?? ''
      save()
      await status(`pmstatus:${name}:${((at + 0.8) * share).toFixed(4)}:Installed ${name} (amd64)`)
    }
    return 0
  })

  programs.set('apt-cache', (args) => {
    const [verb, ...names] = args
    if (verb === 'show')
      return { stdout: names.map((name) => recordOf(name, state.candidates, notes)).join('') }
    if (verb !== 'policy') return { status: 100, stderr: `E: Invalid operation ${verb ?? ''}\n` }
    return {
      stdout: names
        .map((name) => policyOf(name, state.installed[name], state.candidates[name], state.repository))
        .join(''),
    }
  })
  programs.set('apt-get', (args) => aptGet(args, state.repository))
  return packages
}
