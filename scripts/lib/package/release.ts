/** The texts of a release: the changelog, and the version in every package.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareVersions } from '#deploy/guard/version.mjs'
import { root } from '../root.mjs'
import { Sentence } from '../run.mjs'
import { debianVersion } from './versions.ts'

/** The folders of the workspaces. */
export const workspaces = (): string[] =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }).workspaces

/** The changelog with the unreleased entries moved under the version, below an empty "Unreleased". */
export function releasedChangelog(text: string, version: string, day: string): string {
  const [head, rest] = text.split('## Unreleased\n')
  if (head === undefined || rest === undefined) throw new Sentence('CHANGELOG.md has no "## Unreleased".')
  if (!/^- /m.test(rest.split(/^## /m)[0] ?? ''))
    throw new Sentence('CHANGELOG.md has nothing under "Unreleased".')
  return `${head}## Unreleased\n\n## ${version} (${day})\n${rest}`
}

/** The text of a package.json with another version. */
export const withVersion = (text: string, version: string): string =>
  text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`)

/** The lock file with the version set for the root and its workspaces, and nothing else changed. */
export function lockWithVersion(text: string, version: string): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, { version?: string }> }
  lock.version = version
  for (const at of ['', ...workspaces()]) if (lock.packages[at]) lock.packages[at].version = version
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Whether one version of the product is newer than another; a pre-release is older than its release. */
export const isNewer = (version: string, than: string): boolean =>
  compareVersions(debianVersion(version), debianVersion(than)) > 0
