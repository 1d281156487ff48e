/** Runs a module of the Ansible collection as Ansible does, with Debian's ansible-core. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root, unpackDebian } from '../debian.ts'

export const collection = join(root, 'deploy/ansible')
export type Result = {
  changed?: boolean
  failed?: boolean
  msg?: string
  diff?: { before: string; after: string }
  [more: string]: unknown
}
/** `said`: everything that the module printed. */
export type Ran = { result: Result; said: string }
export type Options = Record<string, unknown>
export type Python = {
  /** `mode` 'check' runs the module in check mode, as `--check` does. */
  module(name: string, options: Options, mode?: 'check'): Promise<Ran>
  /** The output of a program that may import the collection. */
  program(code: string, input: string): Promise<string>
  remove(): void
}

/** Ansible 2.19 asks for a profile; both versions take the arguments from this variable. */
const as_module = `
import runpy, sys
from ansible.module_utils import basic
basic._ANSIBLE_ARGS, basic._ANSIBLE_PROFILE = sys.stdin.buffer.read(), "legacy"
runpy.run_path(sys.argv[1], run_name="__main__")
`

/** Undefined if Debian's packages are unavailable. */
export async function openPython(): Promise<Python | undefined> {
  const unpacked = await unpackDebian('ansible', ['ansible-core'])
  if (!unpacked?.program('python3')) return undefined
  const home = mkdtempSync(join(tmpdir(), 'parking-ansible-'))
  mkdirSync(join(home, 'ansible_collections/parking'), { recursive: true })
  symlinkSync(collection, join(home, 'ansible_collections/parking/edge'))
  const env = {
    ...unpacked.env,
    PYTHONPATH: [home, unpacked.env['PYTHONPATH']].join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const run = (args: readonly string[], input: string) =>
    new Promise<string>((resolve, reject) => {
      const child = spawn('/usr/bin/python3', args, { env, cwd: home })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => void (said += part))
      child.on('error', reject)
      child.on('close', () => resolve(said))
      child.stdin.end(input)
    })
  return {
    async module(name, options, mode) {
      const args = { ...options, _ansible_check_mode: mode === 'check', _ansible_diff: true }
      const file = join(collection, 'plugins/modules', `${name}.py`)
      const said = await run(['-c', as_module, file], JSON.stringify({ ANSIBLE_MODULE_ARGS: args }))
      const line = said.split('\n').find((one) => one.startsWith('{'))
      if (line === undefined) throw new Error(said)
      return { result: JSON.parse(line) as Result, said }
    },
    program: (code, input) => run(['-c', code], input),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
