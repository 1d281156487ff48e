/**
 * The tool that the device server runs: `check FOLDER` prints a verdict on a model (docs/models.md); `look
 * FOLDER`, `look shipped` and `replay` (docs/analysis-socket.md) answer each JSON line with a line.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { loadVision } from '../vision/load-vision.ts'
import type { Config } from '../socket/wire.ts'
import { answerReplay } from '../record/answer-replay.ts'
import { checkModel, readManifest } from './check-model.ts'
import { observePictures, type PictureAnswer, type PictureRequest } from './observe-pictures.ts'
import { openModel } from './open-model.ts'
import { ModelRefused } from './refusal.ts'

/** Whether it runs from the sources, in a test, or as built. */
const is_source = import.meta.filename.endsWith('.ts')
const trial_program = is_source
  ? [...process.execArgv, join(import.meta.dirname, 'trial-main.ts')]
  : [join(import.meta.dirname, 'trial.js')]
const shipped =
  process.env['ANALYSIS_MODELS'] ?? join(import.meta.dirname, is_source ? '../..' : '..', 'models')

const printLine = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500)

async function check(folder: string): Promise<void> {
  try {
    const { manifest, facts, warnings } = await checkModel(folder, { program: trial_program })
    const { name, version, licence, source, decoder, sha256, classes, file } = manifest
    const labels = [...new Set(Object.values(classes))]
    const own_licence = facts.metadata['license'] ?? ''
    const agpl = warnings.includes('agpl')
    printLine({ ok: true, name, version, licence, own_licence, source, decoder, sha256, file, labels, agpl })
  } catch (error) {
    const reason = error instanceof ModelRefused ? error.reason : 'crash'
    const named = await readManifest(folder).catch(() => undefined)
    const { name, version } = named ?? {}
    printLine({ ok: false, reason, said: sentenceOf(error), name, version })
  }
}

async function look(model: string): Promise<void> {
  // The same flag as the program, so that time and memory are those of the box in operation.
  setFlagsFromString('--liftoff-only')
  const detector = model === 'shipped' ? undefined : await openModel(model)
  const vision = await loadVision({ folder: shipped, ...(detector && { detector }) })
  let observe: ((request: PictureRequest) => Promise<PictureAnswer>) | undefined
  for await (const line of createInterface({ input: process.stdin })) {
    if (!observe) observe = observePictures(vision, JSON.parse(line) as Config)
    else
      try {
        printLine(await observe(JSON.parse(line) as PictureRequest))
      } catch (error) {
        printLine({ failed: sentenceOf(error) })
      }
  }
}

async function replay(): Promise<void> {
  const answer = answerReplay()
  for await (const line of createInterface({ input: process.stdin }))
    try {
      printLine(await answer(JSON.parse(line)))
    } catch (error) {
      printLine({ failed: sentenceOf(error) })
    }
}

const [verb = '', folder = ''] = process.argv.slice(2)
if (verb === 'check') await check(folder)
else if (verb === 'look') await look(folder)
else if (verb === 'replay') await replay()
else {
  process.stderr.write('model-tool check FOLDER | look FOLDER | look shipped | replay\n')
  process.exitCode = 2
}
