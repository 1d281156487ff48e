/**
 * Checks a user's model before it may be used: its manifest, the file without loading it, then loading and
 * its self-test in a child process with time and memory limits. A bad file changes nothing.
 */
import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { onnxFacts, type OnnxFacts } from '../models/onnx-file.ts'
import { type Manifest, manifest_schema } from './manifest.ts'
import { ModelRefused, type RefusalReason, shape_status } from './refusal.ts'
import { spawn } from 'node:child_process'

export const max_file_bytes = 64 * 2 ** 20
export const max_nodes = 5000
const max_manifest_bytes = 2 ** 20

export type CheckedModel = {
  readonly manifest: Manifest
  readonly facts: OnnxFacts
  /** What a person has to agree to: `agpl` for weights whose licence extends to whatever uses them. */
  readonly warnings: readonly 'agpl'[]
}

/** Checks the model in a folder (`manifest.json` and the files that it names). Throws ModelRefused. */
export async function checkModel(folder: string, options: TrialOptions): Promise<CheckedModel> {
  const manifest = await readManifest(folder)
  const bytes = await readLimited(join(folder, manifest.file), manifest.file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== manifest.sha256)
    throw new ModelRefused('hash', `${manifest.file} has the SHA-256 ${hash}, the manifest names another`)
  const facts = factsOf(bytes)
  checkFacts(facts, manifest)
  const failed = await runTrial(folder, manifest, options)
  if (failed) throw failed
  const licences = [manifest.licence, facts.metadata['license'] ?? '']
  return { manifest, facts, warnings: licences.some((one) => /agpl/i.test(one)) ? ['agpl'] : [] }
}

/** Reads the manifest of a folder, without checking the model. Throws ModelRefused. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, 'manifest.json')
  const { size } = await stat(path).catch(() => {
    throw new ModelRefused('absent', 'the folder has no manifest.json')
  })
  if (size > max_manifest_bytes) throw new ModelRefused('manifest', 'manifest.json has more than 1 MB')
  const text = await readFile(path, 'utf8')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ModelRefused('manifest', 'manifest.json is not valid JSON')
  }
  const checked = manifest_schema.safeParse(json)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new ModelRefused('manifest', `${issue?.path.join('.') || 'manifest'}: ${issue?.message ?? 'wrong'}`)
}

/** Reads a file; rejects one over the size limit without reading it. */
async function readLimited(path: string, name: string): Promise<Buffer> {
  const handle = await open(path).catch(() => {
    throw new ModelRefused('absent', `the folder has no ${name}`)
  })
  try {
    const { size } = await handle.stat()
    if (size > max_file_bytes)
      throw new ModelRefused('too_large', `${name} has ${Math.ceil(size / 2 ** 20)} MB of at most 64`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

function factsOf(bytes: Buffer): OnnxFacts {
  try {
    return onnxFacts(bytes)
  } catch {
    throw new ModelRefused('no_onnx', 'the file is not an ONNX model, or it is damaged')
  }
}

function checkFacts(facts: OnnxFacts, { input, outputs }: Manifest): void {
  if (facts.external)
    throw new ModelRefused('external_data', 'its weights lie in other files: export it as one file')
  if (facts.domains.length > 0)
    throw new ModelRefused(
      'domains',
      `it needs operators of ${facts.domains.join(', ')}, which we do not have`,
    )
  if (facts.nodes > max_nodes)
    throw new ModelRefused('nodes', `it has ${facts.nodes} nodes of at most ${max_nodes}`)
  const wanted =
    input.layout === 'NCHW' ? [1, 3, input.height, input.width] : [1, input.height, input.width, 3]
  const [only, ...others] = facts.inputs
  if (!only || others.length > 0 || only.name !== input.name)
    throw new ModelRefused(
      'shape',
      `its inputs are ${facts.inputs.map(({ name }) => name).join(', ')}, not ${input.name} alone`,
    )
  if (only.dims.join() !== wanted.join())
    throw new ModelRefused(
      'shape',
      `its input is ${only.dims.map((dim) => (dim < 0 ? '?' : dim)).join(' x ')}, not ${wanted.join(' x ')}` +
        (only.dims.some((dim) => dim < 0) ? ': export it with fixed sizes' : ''),
    )
  const given = new Set(facts.outputs.map(({ name }) => name))
  const missing = [...outputs.boxes, ...outputs.scores].filter((name) => !given.has(name))
  if (missing.length > 0)
    throw new ModelRefused('shape', `it has no output ${missing.join(', ')}: it has ${[...given].join(', ')}`)
}

/** Runs the self-test of a user's model in a child process, which is killed if it exceeds its limits. */
type TrialOptions = {
  /** Arguments of Node that start `trial-main`, for example `['dist/trial.js']`. */
  readonly program: readonly string[]
  /** Milliseconds after which the child is killed. */
  readonly max_ms?: number
  /** Resident memory in megabytes above which the child is killed. */
  readonly max_mb?: number
}

const poll_ms = 100
const page_bytes = 4096
/** Maximum length of the child's output, so that it cannot fill our memory either. */
const max_output = 10_000

/** Resolves with the reason why the model failed, or with undefined if it passed. */
function runTrial(
  folder: string,
  { file }: Pick<Manifest, 'file'>,
  { program, max_ms = 60_000, max_mb = 700 }: TrialOptions,
): Promise<ModelRefused | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...program, folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
      // No environment: the model's process must not get our secrets.
      env: { PATH: process.env['PATH'] ?? '' },
    })
    let output = ''
    let ended_for: ModelRefused | undefined
    const end = (reason: RefusalReason, why: string): void => {
      ended_for ??= new ModelRefused(reason, why)
      child.kill('SIGKILL')
    }
    const deadline = setTimeout(() => end('time', `${file} took more than ${max_ms / 1000} s`), max_ms)
    const watch = setInterval(() => {
      void residentMb(child.pid).then((mb) => {
        if (mb > max_mb) end('memory', `${file} took more than ${max_mb} MB of memory`)
      })
    }, poll_ms)
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.length > max_output) end('crash', `${file} fails: its trial says too much`)
    })
    child.on('error', (error) => (ended_for ??= new ModelRefused('crash', error.message)))
    child.on('close', (code) => {
      clearTimeout(deadline)
      clearInterval(watch)
      if (ended_for) resolve(ended_for)
      else if (code === 0) resolve(undefined)
      else if (output.trim() !== '')
        resolve(new ModelRefused(code === shape_status ? 'shape' : 'trial', output.trim()))
      else resolve(new ModelRefused('crash', `${file} ends the program that loads it (code ${code})`))
    })
  })
}

/** Resident memory in megabytes; 0 if the system does not report it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * page_bytes) / 2 ** 20
}
