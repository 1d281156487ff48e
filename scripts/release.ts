/**
 * `npm run release -- VERSION`: moves "Unreleased" in CHANGELOG.md and in the release notes under the version
 * and the date, writes the version into every package.json, commits and tags. Pushes nothing.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/root.mjs'
import { Sentence, speak } from './lib/run.mjs'
import {
  isNewer,
  lockWithVersion,
  released_files,
  releasedText,
  withVersion,
  workspaces,
} from './lib/package/release.ts'
import { productVersion } from './lib/package/versions.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

await speak(async () => {
  const [version = ''] = process.argv.slice(2)
  if (!/^\d+\.\d+\.\d+(-rc\.\d+)?$/.test(version))
    throw new Sentence('Give a version like 1.4.0 or 1.4.0-rc.1.')
  if (!isNewer(version, productVersion()))
    throw new Sentence(`${version} is not newer than ${productVersion()}.`)
  if (git('status', '--porcelain') !== '') throw new Sentence('Commit your changes first.')
  const change = (file: string, work: (text: string) => string) =>
    writeFileSync(join(root, file), work(readFileSync(join(root, file), 'utf8')))
  const day = new Date().toISOString().slice(0, 10)
  for (const file of released_files) change(file, (text) => releasedText(file, text, version, day))
  for (const folder of ['.', ...workspaces()])
    change(join(folder, 'package.json'), (text) => withVersion(text, version))
  change('package-lock.json', (text) => lockWithVersion(text, version))
  git('commit', '-am', `Release ${version}`)
  git('tag', '-a', `v${version}`, '-m', `Version ${version}`)
  console.log(`Tagged v${version}. npm run package builds it; git push --follow-tags publishes the tag.`)
})
