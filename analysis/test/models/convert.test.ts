/** The converted detector gives the results of the original; unsupported models are rejected. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convertLite } from '#src/models/convert-tflite.ts'
import { makeModel, modelSource, ModelFileError, makeModels, readModel } from '#src/models/model-files.ts'
import { onnxFacts } from '#src/models/onnx-file.ts'
import { openRuntime } from '#src/models/runtime.ts'
import { shipped_detector } from '#src/detect/model-spec.ts'
import { packages, randomPicture } from '../support.ts'
import { places } from './lite-places.ts'

const shape = [1, 300, 300, 3]
const size = 300 * 300 * 3
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'parking-models-'))))
afterAll(() => rm(folder, { recursive: true }))

describe('the detector', () => {
  test('gives the results of the original in LiteRT: black, white, noise and a drawn picture', async () => {
    const source = await modelSource('detector', packages)
    const inputs = [
      new Float32Array(size).fill(-1),
      new Float32Array(size).fill(1),
      ...[randomPicture(7, 0), randomPicture(8, 6)].map((picture) =>
        Float32Array.from(picture, (byte) => byte / 127.5 - 1),
      ),
    ]
    const [model, given, answers] = ['model.tflite', 'in', 'out'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(model, source)
    await writeFile(given, Buffer.concat(inputs.map((one) => Buffer.from(one.buffer))))
    const oracle = join(import.meta.dirname, 'litert.mjs')
    await promisify(execFile)(process.execPath, [oracle, model, given, answers, shape.join()])
    const wanted = new Float32Array((await readFile(answers)).buffer)
    const converted = await (await openRuntime()).load(await makeModel('detector', packages))
    let [at, worst, flips] = [0, 0, 0]
    for (const data of inputs) {
      const out = await converted.run({ [shipped_detector.input.name]: { data, dims: shape } })
      for (const name of ['raw_outputs/box_encodings', 'raw_outputs/class_predictions'])
        for (const value of out[name]!.data) {
          const original = wanted[at++]!
          worst = Math.max(worst, Math.abs(value - original))
          // The working threshold, as a logit.
          const limit = Math.log(shipped_detector.score / (1 - shipped_detector.score))
          if (name.endsWith('predictions') && value > limit !== original > limit) flips++
        }
    }
    await converted.close()
    expect(at).toBe(wanted.length)
    expect(worst).toBeLessThan(1e-3)
    expect(flips).toBe(0)
  })

  test('is a single file with float16 weights and the names of the original', async () => {
    const facts = onnxFacts(Buffer.from(await makeModel('detector', packages)))
    expect(facts).toMatchObject({ domains: [], external: false, metadata: {} })
    expect(facts.inputs).toEqual([{ name: 'normalized_input_image_tensor', dims: shape }])
    expect(facts.outputs).toEqual([
      { name: 'raw_outputs/box_encodings', dims: [1, 1917, 4] },
      { name: 'raw_outputs/class_predictions', dims: [1, 1917, 24] },
    ])
  })
})

describe('the converter rejects by name', () => {
  test('a file that is not a TensorFlow Lite model', () => {
    expect(() => convertLite(Buffer.from('no model at all, not even a small one'))).toThrow('schema 3')
  })

  test.each([
    ['an operator', 'operator', 33],
    ['an activation', 'activation', 4],
    ['a weight type', 'element', 9],
  ])('%s that it does not support', async (_, what, value) => {
    const source = Buffer.from(await modelSource('detector', packages))
    const place = places(source)[what as 'operator' | 'activation' | 'element']
    expect(place).toBeGreaterThan(0)
    source.writeUInt8(value, place)
    expect(() => convertLite(source)).toThrow(
      {
        operator: /operator 33/,
        activation: /activation TANH/,
        element: /DEQUANTIZE of .*, which is not a float16 constant/,
      }[what],
    )
  })

  test('a truncated file', async () => {
    const source = await modelSource('detector', packages)
    expect(() => convertLite(source.subarray(0, 4000))).toThrow(RangeError)
  })
})

describe('the shipped files', () => {
  test('are made once, read back, and rejected if they were changed', async () => {
    await makeModels(folder, packages)
    const signs = Buffer.from(await readModel('plate_signs', folder)).toString()
    expect(signs.split('\n').length).toBeGreaterThan(6_600)
    await writeFile(join(folder, 'plate-signs.txt'), signs.replace('京', '津'))
    await expect(readModel('plate_signs', folder)).rejects.toThrow(ModelFileError)
    await makeModels(folder, packages)
    await expect(readModel('plate_signs', folder)).resolves.toBeDefined()
  })
})
