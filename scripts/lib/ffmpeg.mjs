/** ffmpeg for tests and benchmarks: the machine's own, or Debian's package unpacked into the project. */
import { existsSync, mkdirSync, readFileSync, writeFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { unpackDebian } from './debian.mjs'

/**
 * Returns the folder that contains `ffmpeg`, for a search path or PARKING_PROGRAMS. Undefined if there is
 * none and it cannot be downloaded.
 * @returns {Promise<string | undefined>}
 */
export async function ffmpegFolder() {
  const own = (process.env.PATH ?? '')
    .split(':')
    .find((folder) => folder !== '' && existsSync(join(folder, 'ffmpeg')))
  if (own !== undefined) return own
  const unpacked = await unpackDebian('ffmpeg', ['ffmpeg'])
  const program = unpacked?.program('ffmpeg')
  if (unpacked === undefined || program === undefined) return undefined
  // A server starts ffmpeg with an environment of its own, which does not include the path of its libraries.
  const folder = join(unpacked.root, 'ready')
  const file = join(folder, 'ffmpeg')
  const text = `#!/bin/sh\nLD_LIBRARY_PATH='${unpacked.env.LD_LIBRARY_PATH}' exec '${program}' "$@"\n`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    mkdirSync(folder, { recursive: true })
    const half = `${file}.${process.pid}`
    writeFileSync(half, text, { mode: 0o755 })
    renameSync(half, file)
  }
  return folder
}

/** Makes ffmpeg available to every process started from now on. Returns whether there is one. */
export async function borrowFfmpeg() {
  const folder = await ffmpegFolder()
  if (folder === undefined) return false
  const path = (process.env.PATH ?? '').split(':')
  if (!path.includes(folder)) process.env.PATH = [...path, folder].join(':')
  return true
}
