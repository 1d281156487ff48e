/**
 * The version of the product, whose only source is the root `package.json`, and the package versions derived
 * from it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseVersion } from '#deploy/guard/version.mjs'
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

/** A pre-release sorts before its release: 1.4.0-rc.1 is 1.4.0~rc.1. */
export const debianVersion = (product: string): string => product.replace('-', '~')

/**
 * The version of the packages. A tagged commit has the product's version. A commit before the tag sorts
 * before it, and a later commit after it; commits of one day sort by their time (UTC).
 */
export function packageVersion(product: string, { time, short, tags, tags_before }: Commit): string {
  const tag = `v${product}`
  const version = debianVersion(product)
  if (tags.includes(tag)) return version
  const at = new Date(time * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '.')
  return `${version}${tags_before.includes(tag) ? '+' : '~'}git${at}.${short}`
}

/** Whether the product's packages may have this version: without epoch and revision, as they are native. */
export const isPackageVersion = (version: string): boolean =>
  parseVersion(version) !== undefined && /^[0-9a-z.+~]+$/.test(version)
