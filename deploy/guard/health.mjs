/**
 * Checks whether the version on trial is healthy: its sign-in page, database and workers, and the analysis
 * program if it was connected before.
 */
import { existsSync, readFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { uptime } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { treeName } from './version.mjs'

/** How long a version may take to become healthy, and how long it must stay healthy. */
export const limits = { healthy_s: 120, stays_s: 10, restarts: 3, beat_s: 5 }

/**
 * The heartbeat that the server writes each second during an upgrade (server/src/system/upgrade).
 * @typedef {{ version: string, pid: number, uptime_s: number, database: boolean, analysis: boolean }} Beat
 */

/** The last heartbeat, unless it is too old. @param {string} data @returns {Beat | undefined} */
export function readBeat(data) {
  try {
    /** @type {Beat} */
    const beat = JSON.parse(readFileSync(`${data}/health.json`, 'utf8'))
    return Math.abs(uptime() - beat.uptime_s) <= limits.beat_s ? beat : undefined
  } catch {
    return undefined
  }
}

/**
 * The server's address, as reachable from the box itself. @param {NodeJS.ProcessEnv} env @returns {string}
 */
export function addressOf(env) {
  const host = env['PARKING_HOST'] || '127.0.0.1'
  const own =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  const loopback = /^(127\.|\[::1\]$|localhost$)/.test(own)
  const tls = env['PARKING_TLS'] ? env['PARKING_TLS'] === 'on' : !(loopback && host === own)
  return `${tls ? 'https' : 'http'}://${own}:${env['PARKING_PORT'] || '8080'}`
}

/**
 * The body of a page of the box itself, whose certificate may be self-signed.
 * @param {string} url @returns {Promise<string>}
 */
function fetchOwn(url) {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { rejectUnauthorized: false, agent: false, signal: AbortSignal.timeout(5_000) },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => (text += part))
        answer.on('error', reject)
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(text) : reject(new Error(`HTTP ${answer.statusCode}`)),
        )
      },
    )
    asked.on('error', reject).end()
  })
}

/**
 * Whether the sign-in page belongs to this version. The names of its scripts depend on their content.
 * @param {string} address @param {string} tree
 */
async function servesItsPage(address, tree) {
  try {
    const scripts = [...(await fetchOwn(`${address}/login`)).matchAll(/\/(assets\/[\w.-]+\.js)/g)].map(
      ([, name]) => name ?? '',
    )
    if (scripts.length === 0 || !scripts.every((name) => existsSync(`${tree}/console/dist/${name}`)))
      return false
    return (await fetchOwn(`${address}/${scripts[0]}`)).length > 0
  } catch {
    return false
  }
}

/**
 * The reason why the version is unhealthy now; empty if it is healthy. `version` is the name of its tree; an
 * older server reports its package's version, which may have a `~`.
 * @param {{ data: string, address: string, tree: string, version: string, analysis: boolean }} expected
 */
export async function ailment({ data, address, tree, version, analysis }) {
  const beat = readBeat(data)
  if (beat === undefined) return 'no_beat'
  if (treeName(beat.version) !== version) return 'other_version'
  if (!beat.database) return 'database'
  if (analysis && !beat.analysis) return 'analysis'
  return (await servesItsPage(address, tree)) ? '' : 'page'
}

/**
 * Watches until the version has been healthy for `stays_s` in one process, or until its time is over.
 * Resolves with an empty text, or with the last reason.
 * @param {{
 *   ailment(): Promise<string>, process(): number | undefined, restarts(): Promise<number>, now_s(): number,
 * }} seen
 */
export async function watchHealth({ ailment: look, process: pid, restarts, now_s }, wait_ms = 1_000) {
  const end = now_s() + limits.healthy_s
  let since = 0
  /** @type {number | undefined} */
  let healthy_pid
  for (let last = 'no_beat'; ; await wait(wait_ms)) {
    last = await look()
    if (last !== '') healthy_pid = undefined
    else if (healthy_pid === undefined || healthy_pid !== pid()) [healthy_pid, since] = [pid(), now_s()]
    else if (now_s() - since >= limits.stays_s) return ''
    if ((await restarts()) >= limits.restarts) return last || 'restarts'
    if (now_s() > end) return last || 'unsteady'
  }
}
