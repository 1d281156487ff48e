/**
 * The version of the product, whose only source is the root `package.json`, and the package versions derived
 * from it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

export const productVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

export type Commit = {
  /** Seconds since 1970. */
  time: number
  /** The first digits of its hash. */
  short: string
  /** The tags at the commit, and those of earlier commits. */
  tags: readonly string[]
  tags_before: readonly string[]
}

/** The commit that is checked out. */
export function presentCommit(): Commit {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const lines = (text: string) => text.split('\n').filter(Boolean)
  return {
    time: Number(git('log', '-1', '--format=%ct')),
    short: git('rev-parse', '--short=8', 'HEAD'),
    tags: lines(git('tag', '--points-at', 'HEAD')),
    tags_before: lines(git('tag', '--merged', 'HEAD')),
  }
}

/**
 * The version of the packages. A tagged commit has the product's version. A commit before the tag sorts
 * before it, and a later commit after it.
 */
export function packageVersion(product: string, { time, short, tags, tags_before }: Commit): string {
  const tag = `v${product}`
  // A pre-release sorts before its release: 1.4.0-rc.1 is 1.4.0~rc.1.
  const version = product.replace('-', '~')
  if (tags.includes(tag)) return version
  const day = new Date(time * 1000).toISOString().slice(0, 10).replaceAll('-', '')
  return `${version}${tags_before.includes(tag) ? '+' : '~'}git${day}.${short}`
}

/** The version for the names of a package and its folder, in which Debian allows no `~`. */
export const treeName = (version: string): string => version.replaceAll('~', '-')
