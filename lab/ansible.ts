/**
 * `npm run lab:ansible -- [--debian 12 --controller 13 --only NAME,... --write]`: the Ansible collection
 * against five boxes in containers, one of which fails during an upgrade in waves. Uses this machine's
 * Ansible, or that of the Debian release given by `--controller`.
 */
import { run, Sentence, speak } from '../scripts/lib/run.mjs'
import { runInNamespaces } from './namespaces.ts'
import { makeDebian } from './packages/debian.ts'
import { cache, prepareVersions } from './start.ts'
import { readOptions } from '../scripts/lib/options.ts'

const { values } = readOptions(
  'npm run lab:ansible -- [--debian 12] [--controller 13] [--only NAME,...] [--write]',
  {
    options: {
      debian: { type: 'string', default: '12' },
      controller: { type: 'string' },
      write: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  },
)

await speak(async () => {
  await prepareVersions()
  // What Ansible needs on a box before it can install there.
  await makeDebian(cache, values.debian, {
    name: 'ssh',
    packages: 'openssh-server,python3,python3-apt',
  })
  const packages = 'ansible-core,openssh-client,openssl'
  if (values.controller) await makeDebian(cache, values.controller, { name: 'controller', packages })
  else
    for (const program of ['ansible-playbook', 'ssh', 'openssl'])
      if ((await run('sh', ['-c', `command -v ${program}`])).code !== 0)
        throw new Sentence(`The lab needs ${program}: apt-get install ${packages.replaceAll(',', ' ')}`)
  const controller = values.controller ? ['--controller', values.controller] : []
  const only = values.only ? ['--only', values.only] : []
  const write = values.write ? ['--write'] : []
  const args = [cache, '--debian', values.debian, ...controller, ...only, ...write]
  process.exitCode = await runInNamespaces('lab/ansible/run-proofs.ts', args)
})
