/** Publishes packages in a signed apt repository for the boxes, using Debian's reprepro. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run, Sentence } from '../run.mjs'

/** `keys`: the GnuPG folder of the signing key, created on first use. Keep it out of the served folder. */
export type RepositoryOptions = { folder: string; keys: string }

const suite = 'stable'

/**
 * Adds the packages to the repository, which is created on first use. `folder`/public is the folder to serve;
 * it also holds the public key, as a keyring for apt. Resolves with the key's fingerprint.
 */
export async function publish(files: readonly string[], options: RepositoryOptions): Promise<string> {
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
  await must('reprepro', ['--silent', '-b', folder, '--ignore=extension', 'includedeb', suite, ...files])
  const keyring = join(folder, 'public/parking-edge.gpg')
  await must('gpg', ['--homedir', keys, '--batch', '--yes', '--output', keyring, '--export', fingerprint])
  return fingerprint
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
