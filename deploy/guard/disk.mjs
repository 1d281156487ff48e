/**
 * File operations that survive a power cut: content is forced to the disk before its name appears, and the
 * name before the next step begins. Every change by the guard goes through these functions.
 */
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Called before each change of the disk with the name of the change, so that a test can stop the guard there.
 * @typedef {(step: string) => void} Before
 */

/** Forces a file, or the names in a folder, to the disk. @param {string} path */
function force(path) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** @param {Before} before */
export function openDisk(before = () => undefined) {
  /** @param {string} from @param {string} to */
  const rename = (from, to) => {
    before(`rename ${to}`)
    renameSync(from, to)
    before(`force the folder of ${to}`)
    force(dirname(to))
  }
  return {
    /** The text of a file; undefined if it is missing. @param {string} path */
    read(path) {
      try {
        return readFileSync(path, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },

    /** @param {string} path @param {string} text */
    write(path, text) {
      before(`write ${path}`)
      writeFileSync(`${path}.new`, text, { mode: 0o644 })
      force(`${path}.new`)
      rename(`${path}.new`, path)
    },

    /** Copies a file with its owner and mode. @param {string} from @param {string} to */
    copy(from, to) {
      before(`copy ${from}`)
      const { mode, uid, gid } = statSync(from)
      rmSync(`${to}.new`, { force: true })
      copyFileSync(from, `${to}.new`)
      chmodSync(`${to}.new`, mode & 0o7777)
      if (process.getuid?.() === 0) chownSync(`${to}.new`, uid, gid)
      force(`${to}.new`)
      rename(`${to}.new`, to)
    },

    rename,

    /** Points `link` at `target`, a name in the same folder. @param {string} target @param {string} link */
    point(target, link) {
      if (this.target(link) === target) return
      before(`point ${link}`)
      rmSync(`${link}.new`, { force: true })
      symlinkSync(target, `${link}.new`)
      rename(`${link}.new`, link)
    },

    /** The target of a link; undefined if there is no link. @param {string} link */
    target(link) {
      try {
        return readlinkSync(link)
      } catch {
        return undefined
      }
    },

    /** @param {string} path */
    makeFolder(path) {
      before(`make ${path}`)
      mkdirSync(path, { recursive: true, mode: 0o700 })
      force(dirname(path))
    },

    /** Deletes a file or folder, if it exists. @param {string} path */
    remove(path) {
      before(`remove ${path}`)
      rmSync(path, { recursive: true, force: true })
      force(dirname(path))
    },

    /** The names in a folder; none if it is missing. @param {string} path */
    names: (path) => (existsSync(path) ? readdirSync(path) : []),
  }
}
/** @typedef {ReturnType<typeof openDisk>} Disk */
