/**
 * Runs privileged operations through systemd: `parking-edge-root@VERB.service` runs deploy/root-helper with
 * that verb, and polkit allows the server's user to start only these units. The helper checks the request
 * file again, and writes its result where only root can.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SystemError } from '#src/ports/system-error.ts'
import type { Program } from './program.ts'

/** The verbs of deploy/root-helper. */
export type RootVerb =
  | 'repository'
  | 'refresh'
  | 'update'
  | 'auto-update'
  | 'vpn-install'
  | 'vpn-remove'
  | 'ntp-server'
  | 'networkd-arm'
  | 'networkd-change'
  | 'networkd-keep'
  | 'networkd-undo'
  | 'erase-traces'

export type RootHelper = {
  /** Runs a verb to its end. Throws a SystemError with the helper's reason and message when it fails. */
  run(verb: RootVerb, request?: string, timeout_ms?: number): Promise<void>
  /** Starts a verb and returns at once. */
  begin(verb: RootVerb, request?: string): Promise<void>
  /** The file that a verb writes while and after it runs; empty if it has not run since boot. */
  result(name: string): Promise<string>
}

export function openRootHelper(
  run: Program,
  { requests, results }: { requests: string; results: string },
): RootHelper {
  const unit = (verb: RootVerb) => `parking-edge-root@${verb}.service`

  /** A verb has one request file and one unit, so its calls run one after another. */
  const last = new Map<RootVerb, Promise<unknown>>()
  function afterOthers<T>(verb: RootVerb, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(verb) ?? Promise.resolve()).then(work, work)
    last.set(verb, turn)
    return turn
  }

  async function ask(verb: RootVerb, request: string): Promise<void> {
    await mkdir(requests, { recursive: true, mode: 0o700 })
    const file = join(requests, verb)
    const written = `${file}.${randomUUID()}.new`
    await writeFile(written, request, { mode: 0o600 })
    await rename(written, file)
  }
  const result = (name: string) => readFile(join(results, name), 'utf8').catch(() => '')

  async function start(
    verb: RootVerb,
    request: string,
    options: readonly string[],
    timeout_ms: number,
  ): Promise<void> {
    await ask(verb, request)
    const { status, stderr } = await run(
      ['systemctl', '--no-ask-password', ...options, 'start', unit(verb)],
      { timeout_ms },
    )
    if (status === 0) return
    if (/not found|could not be found|not loaded/i.test(stderr))
      throw new SystemError('unsupported', 'The root helper is not installed on this box', stderr.trim())
    if (/access denied|authentication|not authorized|permission denied/i.test(stderr))
      throw new SystemError('not_permitted', 'The server may not start the root helper', stderr.trim())
    const said = (await result(`${verb}.log`)).trim()
    throw new SystemError(
      reasonOf(said),
      `The root helper could not do "${verb}"`,
      said.slice(-500) || stderr.trim(),
    )
  }

  return {
    run: (verb, request = '', timeout_ms = 15_000) =>
      afterOthers(verb, () => start(verb, request, [], timeout_ms)),
    begin: (verb, request = '') => afterOthers(verb, () => start(verb, request, ['--no-block'], 10_000)),
    result,
  }
}

const bad_answer = new RegExp(
  [
    'hash sum mismatch',
    'unexpected size',
    'does not have a release file',
    'unable to parse',
    "clearsigned file isn't valid",
  ].join('|'),
  'i',
)

const unreachable = new RegExp(
  [
    'could not connect',
    'connection (refused|timed out)',
    'no route to host',
    'network is unreachable',
    'failed to fetch',
    'unable to connect',
    '404 +not found',
  ].join('|'),
  'i',
)

/** The last message of the helper, or of the program it ran. */
export function reasonOf(said: string): SystemError['reason'] {
  if (/could not get lock|unable to acquire the dpkg|unable to lock|is held by process/i.test(said))
    return 'locked'
  if (/no space left|enough (free )?space/i.test(said)) return 'disk_full'
  if (/not signed|no_pubkey|gpg error|invalid signature|expkeysig|unauthenticated/i.test(said))
    return 'unsigned'
  if (bad_answer.test(said)) return 'bad_answer'
  if (/could not resolve|temporary failure resolving|name or service not known/i.test(said))
    return 'name_unknown'
  if (unreachable.test(said)) return 'unreachable'
  return 'program_failed'
}
