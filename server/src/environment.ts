/** Reads the environment variables once. Every error is one sentence for the operator. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { networkText, parseNetwork, trial_s } from '@parking/contract'

export type Environment = {
  port: number
  host: string
  /** Names that the device answers to in addition to its host name, in lower case. */
  names: readonly string[]
  /** Whether the console is served by HTTPS. */
  tls: boolean
  /** Networks of reverse proxies whose X-Forwarded headers are trusted. */
  proxies: readonly string[]
  /** The data folder, absolute. */
  folder: string
  admin_password: string | undefined
  socket: string
  /** The analysis application as an argument array, if one is installed. */
  app: readonly [string, ...string[]] | undefined
  /** The analysis application as a systemd unit; takes precedence over `app`. */
  app_unit: string | undefined
  /** The program that checks models, as an argument array (docs/models.md). */
  model_tool: readonly [string, ...string[]] | undefined
  /** The program that replays recorded looks, as an argument array (docs/what-if.md). */
  replay_tool: readonly [string, ...string[]] | undefined
  /** A folder in which integrators place a model. */
  model_folder: string | undefined
  provision: string | undefined
  /** Where the upgrade guard stores its state (docs/upgrades.md). */
  upgrade_folder: string | undefined
  allow_loopback: boolean
  console_folder: string
  manual_folder: string
  migrations: string
  log_level: string
  /**
   * A folder that is searched for programs instead of the system's; the simulated street puts its simulated
   * programs there.
   */
  programs: string | undefined
  /** The file in which the kernel reports the boot time; a simulated machine has its own. */
  kernel_stat: string
  /** The packages of this product (spec §7 `software_version`). */
  packages: readonly string[]
  /** Where the root helper writes its results (deploy/). */
  helper_results: string
  /** The UDP port of camera discovery (WS-Discovery); the simulated street uses another one. */
  discovery_port: number
  /** Whether the first start measures how costly a password hash may be; tests turn this off to save time. */
  password_tuning: boolean
  /** How long a network trial lasts, in seconds. */
  trial_s: number
  /** The version of this program, from its package. */
  version: string
  /** The name of this version's folder on an installed box: what the guard of an upgrade calls it. */
  tree: string
  /** When this program was installed; a clock that shows an earlier time is wrong. */
  built_ms: number
}

const log_levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
/** Resolves to the same path from `server/src` and from the bundle in `server/dist`. */
const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Reads PARKING_*; throws an Error whose message is the sentence to show. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const folder = resolve(env.PARKING_DATA || './data')
  const log_level = env.PARKING_LOG || 'info'
  if (!log_levels.includes(log_level)) throw new Error(`PARKING_LOG must be one of ${log_levels.join(', ')}.`)
  const model_tool = env.PARKING_MODEL_TOOL
    ? argvOf(env.PARKING_MODEL_TOOL, 'PARKING_MODEL_TOOL')
    : builtTool()
  return {
    port: portOf(env.PARKING_PORT || '8080'),
    host: env.PARKING_HOST || '127.0.0.1',
    names: listOf(env.PARKING_NAMES).map(nameIn),
    tls: tlsOf(env.PARKING_TLS, env.PARKING_HOST || '127.0.0.1'),
    proxies: listOf(env.PARKING_TRUSTED_PROXIES).map(networkIn),
    folder,
    admin_password: env.PARKING_ADMIN_PASSWORD || passwordFile(env),
    socket: resolve(env.PARKING_SOCKET || `${folder}/analysis.sock`),
    app: env.PARKING_APP ? argvOf(env.PARKING_APP) : undefined,
    app_unit: env.PARKING_APP_UNIT ? unitOf(env.PARKING_APP_UNIT) : undefined,
    model_tool,
    replay_tool: env.PARKING_REPLAY_TOOL
      ? argvOf(env.PARKING_REPLAY_TOOL, 'PARKING_REPLAY_TOOL')
      : model_tool,
    model_folder: env.PARKING_MODEL_FOLDER ? resolve(env.PARKING_MODEL_FOLDER) : undefined,
    provision: env.PARKING_PROVISION || undefined,
    upgrade_folder: env.PARKING_UPGRADE ? resolve(env.PARKING_UPGRADE) : undefined,
    allow_loopback: ['1', 'true', 'yes'].includes(env.PARKING_ALLOW_LOOPBACK ?? ''),
    console_folder: env.PARKING_CONSOLE ? resolve(env.PARKING_CONSOLE) : fromHere('../../console/dist'),
    manual_folder: env.PARKING_MANUAL ? resolve(env.PARKING_MANUAL) : fromHere('../../manual/dist'),
    migrations: fromHere('../migrations'),
    log_level,
    programs: env.PARKING_PROGRAMS ? resolve(env.PARKING_PROGRAMS) : undefined,
    kernel_stat: env.PARKING_KERNEL_STAT || '/proc/stat',
    packages: (env.PARKING_PACKAGES || 'parking-edge parking-analysis').split(/\s+/).filter(Boolean),
    helper_results: env.PARKING_HELPER_RESULTS || '/run/parking-edge-root',
    discovery_port: portOf(env.PARKING_DISCOVERY_PORT || '3702', 'PARKING_DISCOVERY_PORT'),
    password_tuning: env.PARKING_PASSWORD_TUNING !== '0',
    trial_s: trialOf(env.PARKING_TRIAL_S || String(trial_s)),
    ...installedAs(readFileSync(fromHere('../package.json'), 'utf8')),
    built_ms: statSync(fromHere('../package.json')).mtimeMs,
  }
}

/** Only the package.json of an installed tree names the tree (scripts/lib/package/tree.ts). */
function installedAs(package_json: string): Pick<Environment, 'version' | 'tree'> {
  const { version, tree = version } = JSON.parse(package_json) as { version: string; tree?: string }
  return { version, tree }
}

function portOf(text: string, name = 'PARKING_PORT'): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port >= 0 && port <= 65_535))
    throw new Error(`${name} must be a number from 0 to 65535, not "${text}".`)
  return port
}

/** Plain HTTP is the default only on loopback, where no other machine can listen in. */
function tlsOf(text: string | undefined, host: string): boolean {
  if (text !== undefined && !['on', 'off', ''].includes(text))
    throw new Error(`PARKING_TLS must be on or off, not "${text}".`)
  return text ? text === 'on' : !/^(127\.|::1$|localhost$)/.test(host)
}

/**
 * Reads the first password from a file that only its owner can read, or from the systemd credential
 * `admin_password`.
 */
function passwordFile(env: NodeJS.ProcessEnv): string | undefined {
  const credential = env['CREDENTIALS_DIRECTORY'] && join(env['CREDENTIALS_DIRECTORY'], 'admin_password')
  const file =
    env['PARKING_ADMIN_PASSWORD_FILE'] || (credential && existsSync(credential) ? credential : undefined)
  if (!file) return undefined
  const { mode } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (mode === undefined) throw new Error(`PARKING_ADMIN_PASSWORD_FILE: there is no file ${file}.`)
  if ((mode & 0o077) !== 0)
    throw new Error(`PARKING_ADMIN_PASSWORD_FILE: others can read ${file}; it must have mode 0600.`)
  return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
}

const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean)

function nameIn(text: string): string {
  const name = text.toLowerCase().replace(/\.$/, '')
  if (!/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name))
    throw new Error(`PARKING_NAMES must be host names without port, not "${text}".`)
  return name
}

function networkIn(text: string): string {
  const network = parseNetwork(text)
  if (!network)
    throw new Error(`PARKING_TRUSTED_PROXIES must be addresses or networks like 192.0.2.0/24, not "${text}".`)
  return networkText(network)
}

function trialOf(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds >= 5 && seconds <= 3_600))
    throw new Error(`PARKING_TRIAL_S must be a number from 5 to 3600, not "${text}".`)
  return seconds
}

function unitOf(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.@-]*\.service$/.test(text))
    throw new Error(
      `PARKING_APP_UNIT must be the name of a service unit, like parking-analysis.service, not "${text}".`,
    )
  return text
}

/** In a checkout: the tool that was built next to the server, if any. */
function builtTool(): [string, ...string[]] | undefined {
  const file = fromHere('../../analysis/dist/model-tool.js')
  return existsSync(file) ? [process.execPath, file] : undefined
}

function argvOf(text: string, name = 'PARKING_APP'): [string, ...string[]] {
  const sentence = `${name} must be a JSON array of strings: the program and its arguments.`
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(sentence)
  }
  const [program, ...rest] = Array.isArray(value) ? (value as unknown[]) : []
  if (typeof program !== 'string' || program === '' || !rest.every((part) => typeof part === 'string'))
    throw new Error(sentence)
  return [program, ...rest]
}
