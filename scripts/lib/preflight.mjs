/** Checks the address and the data folder before anything is installed or built. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { root } from './root.mjs'
import { Sentence } from './run.mjs'

/**
 * npm start puts this file into the data folder that it creates. Nothing is ever removed from a folder
 * without it.
 */
const marker = '.parking-edge'
const probe = '.parking-probe'

/**
 * The device's address and data folder, from the environment.
 * @param {NodeJS.ProcessEnv} env
 */
export function settingsOf(env) {
  const port = Number(env.PARKING_PORT || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Sentence(`PARKING_PORT must be a port number from 1 to 65535; it is "${env.PARKING_PORT}".`)
  const given = env.PARKING_DATA || 'data'
  return {
    port,
    host: env.PARKING_HOST || '127.0.0.1',
    data: isAbsolute(given) ? given : resolve(root, given),
  }
}

/** Throws a Sentence if the port cannot be opened. @param {{ port: number, host: string }} where */
export function needPort({ port, host }) {
  return new Promise((good, bad) => {
    const server = createServer()
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const next = port >= 65535 ? 8081 : port + 1
      const sentences = /** @type {Record<string, string>} */ ({
        EADDRINUSE:
          `Port ${port} on ${host} is taken: end the program that uses it, ` +
          `or choose another port with PARKING_PORT=${next} npm start.`,
        EACCES:
          `This user may not open port ${port}: ` + 'choose one above 1023 with PARKING_PORT=8080 npm start.',
        EADDRNOTAVAIL: `PARKING_HOST=${host} is not an address of this machine.`,
        ENOTFOUND: `PARKING_HOST=${host} is not an address of this machine.`,
      })
      bad(
        new Sentence(
          sentences[error.code ?? ''] ?? `Cannot listen on ${host} port ${port}: ${error.message}.`,
        ),
      )
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => good(undefined)))
  })
}

/**
 * Creates the data folder, or with `fresh` empties a folder that npm start created. Throws a Sentence if the
 * folder cannot be used.
 * @param {string} folder @param {boolean} fresh
 */
export function needFolder(folder, fresh) {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new Sentence(`The data folder ${folder} is a file: choose another with PARKING_DATA.`)
  try {
    makeFolder(folder)
    // A read-only disk refuses writes even if the mode bits allow them, so writing is tried.
    writeFileSync(join(folder, probe), '')
    rmSync(join(folder, probe))
    if (fresh) empty(folder)
    // Only an empty folder gets the marker, so that a home folder given by mistake survives --fresh.
    if (readdirSync(folder).length === 0)
      writeFileSync(join(folder, marker), 'Made by npm start, which empties this folder with --fresh.\n')
  } catch (error) {
    if (error instanceof Sentence) throw error
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Sentence(
      `The data folder ${folder} cannot be written (${reason}): ` +
        'choose another with PARKING_DATA, or give this user the right to it.',
    )
  }
}

/** Creates one parent after the other, because Node's `recursive` hangs in /proc. @param {string} folder */
function makeFolder(folder) {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** @param {string} folder */
function empty(folder) {
  const names = readdirSync(folder)
  // A device erased for good has removed the marker too, but its simulated machine remains in the folder next
  // to it.
  const machine = `${folder}-machine`
  if (names.length > 0 && !names.includes(marker) && !existsSync(machine))
    throw new Sentence(
      `The folder ${folder} was not made by npm start, so nothing in it was removed: ` +
        'empty it yourself or choose another with PARKING_DATA.',
    )
  for (const name of names) rmSync(join(folder, name), { recursive: true })
  rmSync(machine, { recursive: true, force: true })
}
