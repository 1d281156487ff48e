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

/** The files whose entries under "Unreleased" become those of a version. */
export const released_files = ['CHANGELOG.md', 'deploy/release-notes/zh.md', 'deploy/release-notes/tw.md']

/** A text of `released_files` with the unreleased entries moved under the version, below an empty heading. */
export function releasedText(file: string, text: string, version: string, day: string): string {
  const [head, rest] = text.split('## Unreleased\n')
  if (head === undefined || rest === undefined) throw new Sentence(`${file} has no "## Unreleased".`)
  if (!/^- /m.test(rest.split(/^## /m)[0] ?? ''))
    throw new Sentence(`${file} has nothing under "Unreleased".`)
  return `${head}## Unreleased\n\n## ${version} (${day})\n${rest}`
}

/**
 * The release notes as a field of the control data of `version`: of the last five versions, newest first, a
 * line for each version and one for each sentence. What is unreleased belongs to `version`.
 */
export const releaseNotes = (text: string, version: string): string =>
  text
    .split(/^## /m)
    .slice(1)
    .filter((section) => section.includes('\n- '))
    .slice(0, 5)
    .flatMap((section) => {
      const [head = '', ...lines] = section.split('\n')
      const of = head === 'Unreleased' ? version : debianVersion(head.split(' ')[0]!)
      return [of, ...lines.filter((line) => line.startsWith('- '))]
    })
    .map((line) => ` ${line}`)
    .join('\n')

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
