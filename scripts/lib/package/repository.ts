/** Publishes packages in a signed apt repository for the boxes, using Debian's reprepro. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { compareVersions } from '#deploy/guard/version.mjs'
import { run, Sentence } from '../run.mjs'
import { namesOf } from './control.ts'

/** `keys`: the GnuPG folder of the signing key, created on first use. Keep it out of the served folder. */
export type RepositoryOptions = { folder: string; keys: string }

const suite = 'stable'

/**
 * Adds the packages to the repository, which is created on first use. `folder`/public is the folder to serve;
 * it also holds the public key, as a keyring for apt. Resolves with the key's fingerprint, and with the files
 * of the runtime packages that stay as they were published: Node itself is the pinned one in each of them.
 * Throws a Sentence if the repository has a newer version, or the same one with other bytes.
 */
export async function publish(
  files: readonly string[],
  options: RepositoryOptions,
): Promise<{ fingerprint: string; kept: string[] }> {
  const folder = resolve(options.folder)
  const keys = resolve(options.keys)
  const fingerprint = await signingKey(keys)
  mkdirSync(join(folder, 'conf'), { recursive: true })
  mkdirSync(join(folder, 'public'), { recursive: true })
  writeFileSync(join(folder, 'conf/options'), `outdir +b/public\ngnupghome ${keys}\n`)
  writeFileSync(
    join(folder, 'conf/distributions'),
    // No Valid-Until, because a box with a wrong clock must still be able to update.
    `Origin: Parking edge\nLabel: Parking edge\nSuite: ${suite}\nCodename: ${suite}\n` +
      'Architectures: amd64 arm64\nComponents: main\n' +
      `Description: Packages of the parking edge box\nSignWith: ${fingerprint}\n`,
  )
  const kept: string[] = []
  for (const file of files) {
    const state = await stateIn(folder, file)
    if (state === 'other') kept.push(basename(file))
    if (state === 'missing') await must('reprepro', ['--silent', '-b', folder, 'includedeb', suite, file])
  }
  await must('reprepro', ['--silent', '-b', folder, 'export', suite])
  const keyring = join(folder, 'public/parking-edge.gpg')
  await must('gpg', ['--homedir', keys, '--batch', '--yes', '--output', keyring, '--export', fingerprint])
  return { fingerprint, kept }
}

/** Whether the repository has the package: `other` for a runtime package with other bytes. */
async function stateIn(folder: string, file: string): Promise<'published' | 'other' | 'missing'> {
  const [name = '', version = '', arch = ''] = basename(file, '.deb').split('_')
  const listed = await must('reprepro', ['-b', folder, 'list', suite, name])
  const there = [...listed.matchAll(/^\S+\|(\S+): \S+ (\S+)$/gm)].flatMap(([, of, it = '']) =>
    arch === 'all' || of === arch ? [it] : [],
  )
  const newer = there.find((one) => compareVersions(one, version) > 0)
  if (newer !== undefined)
    throw new Sentence(
      `The repository has ${name} ${newer}, which is newer than ${version}: boxes would not take it.`,
    )
  if (!there.includes(version)) return 'missing'
  const published = join(folder, 'public/pool/main/p', name, basename(file))
  if (readFileSync(published).equals(readFileSync(file))) return 'published'
  if (name === namesOf(version, 'amd64').runtime.package) return 'other'
  throw new Sentence(`The repository has ${name} ${version} with other bytes: a version is published once.`)
}

/** The fingerprint of the key in the folder; creates a key, valid for ten years, if there is none. */
async function signingKey(keys: string): Promise<string> {
  if (!existsSync(keys)) {
    mkdirSync(keys, { recursive: true, mode: 0o700 })
    const name = 'Parking edge packages <packages@parking-edge.example>'
    await must('gpg', [
      '--homedir',
      keys,
      '--batch',
      '--quiet',
      '--passphrase',
      '',
      '--quick-gen-key',
      name,
      'ed25519',
      'sign',
      '10y',
    ])
  }
  const listed = await must('gpg', ['--homedir', keys, '--batch', '--list-secret-keys', '--with-colons'])
  const found = /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1]
  if (!found) throw new Sentence(`${keys} has no signing key.`)
  return found
}

async function must(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args)
  if (code === 127) throw new Sentence(`${program} is needed: apt-get install reprepro gpg`)
  if (code !== 0) throw new Sentence(`${output.trim()}\n${program} failed.`)
  return output
}
