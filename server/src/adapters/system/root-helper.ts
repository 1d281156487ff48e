/**
 * Runs privileged operations through systemd: `parking-edge-root@VERB.service` runs deploy/root-helper, and
 * polkit allows the server's user to start these units alone. The helper checks the request file again.
 * Long because what apt and dpkg write is a table.
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

/** apt names the status in a line of its own, or after the address. */
const httpStatus = (codes: string): RegExp => new RegExp(`(^ +|failed to fetch \\S+ +)(${codes})\\b`, 'im')

/**
 * What apt, dpkg, gpgv, sqv, GnuTLS and OpenSSL write (LC_ALL=C), by reason; the first that matches holds, so
 * causes come before their consequences.
 */
const reasons: readonly (readonly [SystemError['reason'], RegExp])[] = [
  [
    'locked',
    /could not get lock|acquire the dpkg (?!.*are you root)|unable to lock|(is|was) (held|locked) by/i,
  ],
  ['disk_full', /no space left|enough (free )?space|disk quota exceeded/i],
  ['read_only', /read-only file ?system/i],
  // Since 2026 apt refuses signatures by SHA-1, with words about a time that are not about the clock.
  ['unsigned', /policy rejected|not considered secure|considered strong enough/i],
  [
    'list_not_yet',
    /is not valid yet|clock problem|in the future|no binding signature at time|not live until/i,
  ],
  ['list_expired', /release file .*(is|has) expired/i],
  // A portal or a proxy gave a page instead of the list.
  ['bad_answer', /signed file isn't valid/i],
  ['unsigned', /openpgp signature verification failed/i],
  ['list_changed', /changed its ('\w+' value|default priority)/i],
  [
    'sources_broken',
    /list of sources could not be read|conflicting values set for option|syntax error \/|preferences file/i,
  ],
  ['sources_broken', /invalid for apt::default-release|method driver \S+ could not be found/i],
  ['proxy_refused', /unsupported proxy/i],
  ['program_failed', /unable to write to \/|couldn't create temporary file/i],
  ['tls_not_yet', /certificate (is not yet valid|chain uses not yet valid)|not yet activated/i],
  ['tls_expired', /certificate (has )?expired|expired certificate/i],
  ['tls_wrong_name', /name in the certificate does not match|hostname mismatch/i],
  ['tls_self_signed', /self[- ]signed certificate(?! in)/i],
  ['tls_unknown_issuer', /issuer is unknown|unable to get (local )?issuer|self[- ]signed certificate in/i],
  [
    'tls_weak',
    /insecure algorithm|unsupported protocol|alert protocol version|key too (small|short)|too weak/i,
  ],
  ['tls_not_tls', /unexpected tls packet|wrong version number|packet length/i],
  ['unreachable', /tls connection was non-properly terminated/i],
  ['tls_other', /certificate verif|could not handshake|\btls\b|\bssl\b|certificate/i],
  [
    'proxy_refused',
    /\b407 +[a-z]|(from|to|through|http|socks) proxy\b|proxy (authentication|connect)|resolve proxy/i,
  ],
  ['bad_answer', /authentication required \[|redirection loop/i],
  // A list that is refused is "not signed" as well.
  ['redirected', httpStatus('30[12378]')],
  ['access_refused', httpStatus('40[13]|451')],
  ['server_failed', httpStatus('429|5(?!11)\\d\\d')],
  [
    'unsigned',
    /not signed|no longer signed|no_pubkey|gpg error|(?<!reject )signature|expkeysig|openpgp|missing key/i,
  ],
  ['unsigned', /unauthenticated|could not be authenticated|key\(s\) in the keyring/i],
  ['redirected', /redirection from \S+ to \S+ is forbidden|too many redirect/i],
  ['package_failed', /unable to parse package file \S*\/dpkg\//i],
  [
    'bad_answer',
    new RegExp(
      [
        'hash sum mismatch',
        'unexpected size',
        'size mismatch',
        '(does not have a|no longer has a) release file',
        'unable to parse',
        'mirror sync in progress',
        'bad header|invalid (reply|[a-z]+-[a-z]+) header|invalid response|unknown date format',
        'more data than expected|invalid .\\S+ entry in release file',
        'compressed file ended',
        'unable to find expected entry',
        'status file could not be parsed',
      ].join('|'),
      'i',
    ),
  ],
  ['not_found', httpStatus('404|410')],
  ['bad_answer', httpStatus('4\\d\\d')],
  [
    'name_unknown',
    /(could not|wicked .*) resolv|(failure|error) resolving|name or service not known|no address assoc/i,
  ],
  [
    'unreachable',
    new RegExp(
      [
        'could not connect',
        'connection (refused|timed out|failed|reset)',
        'no route to host',
        'network is unreachable',
        'remote end closed',
        'error reading from server',
        'unable to connect',
        'failed to fetch',
      ].join('|'),
      'i',
    ),
  ],
  ['held', /held packages were changed/i],
  ['dependencies', /unmet dependencies|held (broken )?packages|packages were downgraded|depends:/i],
  ['dependencies', /unable to satisfy dependencies|dependency problems|\bbreaks: |but remove is disabled/i],
  ['dependencies', /essential packages were removed/i],
  [
    'package_failed',
    /dpkg was interrupted|subprocess .*returned error|sub-process .*dpkg|processing archive|dpkg-deb: error/i,
  ],
  ['package_failed', /needs to be reinstalled|inconsistent state|no file name for|^dpkg: .*error/im],
  [
    'no_candidate',
    /unable to locate package|none of this product's packages|no installation cand|version \S+ .*not found/i,
  ],
  ['no_candidate', /couldn't find any package|is not available, but is referred to/i],
]

/** The cause that the helper, or the program it ran, reports. */
export const reasonOf = (said: string): SystemError['reason'] =>
  reasons.find(([, pattern]) => pattern.test(said))?.[0] ?? 'program_failed'
