/**
 * The state machine of an upgrade. Each phase is on the disk before its work begins, and its work may be
 * repeated, so a guard stopped anywhere can resume. Other versions read the state too.
 */
import { existsSync } from 'node:fs'
import { putBack, takeCopy } from './copies.mjs'

/**
 * - `copying`: the old version is stopped and its data copied
 * - `trial`: the new version runs; the data that it stores may be rolled back
 * - `good`: the new version was healthy
 * - `back`: it was not; the old version and its data are restored
 * - `done`: no upgrade is in progress
 * @typedef {'copying' | 'trial' | 'good' | 'back' | 'done'} Phase
 * @typedef {{
 *   format: 1, phase: Phase, from: string, to: string, tries: number, analysis: boolean,
 *   result: '' | 'upgraded' | 'went_back' | 'not_begun', reason: string,
 * }} State `analysis`: the analysis program was connected before; `reason`: why the upgrade was rolled back
 * @typedef {{
 *   disk: import('./disk.mjs').Disk,
 *   versions: string, guard: string, data: string,
 *   say(text: string): void,
 *   missingSpace(): number,
 *   analysisBefore(booting: boolean): Promise<boolean>,
 *   startServer(analysis: boolean): Promise<void>,
 *   stopServer(): Promise<void>,
 *   watch(state: State): Promise<string>,
 * }} World `versions`: the folder of the version trees and of the links `current` and `good`; `watch`
 * resolves with an empty text if the version is healthy, otherwise with the reason
 */

/** Each entry into a trial counts as a try: one for an upgrade, two for each start of the box during it. */
export const max_tries = 6

/** @param {Pick<World, 'disk' | 'guard'>} world @returns {State | undefined} */
export function readState({ disk, guard }) {
  const text = disk.read(`${guard}/state.json`)
  return text === undefined ? undefined : JSON.parse(text)
}

/** @param {World} world @param {State} state @param {Partial<State>} change @returns {State} */
function note({ disk, guard, say }, state, change) {
  const next = { ...state, ...change }
  disk.write(`${guard}/state.json`, `${JSON.stringify(next)}\n`)
  say(`${next.from} to ${next.to}: ${next.phase}${next.reason ? `: ${next.reason}` : ''}`)
  return next
}

/**
 * Works until no upgrade is in progress. `booting`: runs before the server is started, so it starts and stops
 * nothing, and leaves a trial to the guard that runs later.
 * @param {World} world @param {{ booting?: boolean }} [options]
 */
export async function advance(world, { booting = false } = {}) {
  for (;;) {
    const state = readState(world)
    if (state === undefined || state.phase === 'done') {
      if (!(await begin(world, booting))) return
    } else if (state.phase === 'trial' && booting && state.tries < max_tries) {
      world.disk.point(state.to, `${world.versions}/current`)
      note(world, state, { tries: state.tries + 1 })
      return
    } else await steps[state.phase](world, state, booting)
  }
}

/**
 * Starts the upgrade to the requested version, if it differs from the current one.
 * @param {World} world @param {boolean} booting
 */
async function begin(world, booting) {
  const { disk, guard, versions } = world
  const asked = disk.read(`${guard}/requested`)?.trim()
  if (asked === undefined) return false
  const from = disk.target(`${versions}/current`)
  /** @type {State} */
  const state = {
    format: 1,
    phase: 'done',
    from: from ?? '',
    to: asked,
    tries: 0,
    analysis: false,
    result: '',
    reason: '',
  }
  if (from === asked) {
    // The requested version already runs, so an upgrade that failed before is no longer wanted.
    const last = readState(world)?.result ?? ''
    if (last === 'went_back' || last === 'not_begun') note(world, state, {})
    disk.remove(`${guard}/requested`)
  } else if (from === undefined || !existsSync(`${versions}/${asked}/server`)) {
    note(world, state, { result: 'not_begun', reason: from === undefined ? 'no_version' : 'not_installed' })
    disk.remove(`${guard}/requested`)
  } else if (world.missingSpace() > 0) {
    note(world, state, { result: 'not_begun', reason: 'no_space' })
    disk.remove(`${guard}/requested`)
  } else {
    note(world, state, { phase: 'copying', analysis: await world.analysisBefore(booting) })
  }
  return true
}

/** @type {Record<Exclude<Phase, 'done'>, (world: World, state: State, booting: boolean) => Promise<void>>} */
const steps = {
  async copying(world, state, booting) {
    const { disk, guard, data, versions } = world
    if (disk.read(`${guard}/requested`)?.trim() === state.to) disk.remove(`${guard}/requested`)
    if (!booting) await world.stopServer()
    try {
      takeCopy(disk, data, `${guard}/copies/${state.from}`)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      // The disk is full or failing; nothing has been changed yet.
      disk.remove(`${guard}/copies/${state.from}.partial`)
      note(world, state, { phase: 'done', result: 'not_begun', reason: 'copy_failed' })
      if (!booting) await world.startServer(state.analysis)
      return
    }
    // The trial is recorded before the new version can start, because nothing that it does may become
    // permanent.
    note(world, state, { phase: 'trial' })
    disk.point(state.to, `${versions}/current`)
  },

  async trial(world, state) {
    const { disk, versions } = world
    if (state.tries >= max_tries) return void note(world, state, { phase: 'back', reason: 'interrupted' })
    disk.point(state.to, `${versions}/current`)
    const tried = note(world, state, { tries: state.tries + 1 })
    await world.startServer(state.analysis)
    const reason = await world.watch(tried)
    note(world, tried, reason === '' ? { phase: 'good' } : { phase: 'back', reason })
  },

  async good(world, state) {
    const { disk, guard, versions } = world
    disk.point(state.to, `${versions}/good`)
    for (const other of copiesBut(world, state.from)) disk.remove(`${guard}/copies/${other}`)
    note(world, state, { phase: 'done', result: 'upgraded' })
  },

  async back(world, state, booting) {
    const { disk, guard, data, versions } = world
    if (!booting) await world.stopServer()
    putBack(disk, `${guard}/copies/${state.from}`, data)
    disk.point(state.from, `${versions}/current`)
    note(world, state, { phase: 'done', result: 'went_back' })
    if (!booting) await world.startServer(state.analysis)
  },
}

/** The names of older copies. @param {World} world @param {string} kept */
const copiesBut = ({ disk, guard }, kept) => disk.names(`${guard}/copies`).filter((name) => name !== kept)
