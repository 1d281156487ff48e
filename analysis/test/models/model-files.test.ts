/** The shipped models: each has its pinned hash and loads, and a changed file is rejected. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { model_pins, ModelFileError, readModel, type ModelName } from '#src/models/model-files.ts'
import { onnxFacts } from '#src/models/onnx-file.ts'
import { openRuntime } from '#src/models/runtime.ts'
import { models } from '../support.ts'

const names = Object.keys(model_pins) as ModelName[]

test.each(names.filter((name) => model_pins[name].makes.endsWith('.onnx')))(
  '%s has its pinned hash and loads',
  async (name) => {
    const model = await (await openRuntime()).load(await readModel(name, models))
    onTestFinished(model.close)
    expect([model.inputs.length, model.outputs.length]).toEqual([1, name === 'detector' ? 2 : 1])
  },
)

test('the list of signs has its pinned hash and is complete', async () => {
  const signs = Buffer.from(await readModel('plate_signs', models)).toString()
  expect(signs.trimEnd().split('\n')).toHaveLength(6_623)
})

test('the detector is a single file with the input and the outputs of the original', async () => {
  const facts = onnxFacts(Buffer.from(await readModel('detector', models)))
  expect(facts).toMatchObject({ domains: [], external: false, metadata: {} })
  expect(facts.inputs).toEqual([{ name: 'normalized_input_image_tensor', dims: [1, 300, 300, 3] }])
  expect(facts.outputs).toEqual([
    { name: 'raw_outputs/box_encodings', dims: [1, 1917, 4] },
    { name: 'raw_outputs/class_predictions', dims: [1, 1917, 24] },
  ])
})

test('a changed file is rejected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parking-models-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(models, folder, { recursive: true })
  const signs = Buffer.from(await readModel('plate_signs', folder)).toString()
  await writeFile(join(folder, 'plate-signs.txt'), signs.replace('京', '津'))
  await expect(readModel('plate_signs', folder)).rejects.toThrow(ModelFileError)
})
