/** Users' models: a good model passes, and each kind of broken model is refused with a sentence. */
import { describe, expect, test } from 'vitest'
import { checkModel } from '#src/user-model/check-model.ts'
import { bytesField, intField } from '#src/models/protobuf.ts'
import { message } from '../models/write-onnx.ts'
import { floats, manifest, one_car } from './one-car-model.ts'
import { folder, writeModel, modelFile, program, refusal, setUpModelFolder } from './one-car.ts'

setUpModelFolder()

describe("a user's model", () => {
  test('that finds its boxes passes; weights under the AGPL are marked', async () => {
    const checked = await checkModel(folder, { program })
    expect(checked).toMatchObject({ manifest: { name: 'one car' }, facts: { nodes: 1 }, warnings: [] })
    const licence = message(bytesField(1, 'license'), bytesField(2, 'AGPL-3.0 License (…)'))
    await writeModel(Buffer.concat([modelFile(), bytesField(14, licence)]))
    expect((await checkModel(folder, { program })).warnings).toEqual(['agpl'])
  })

  test.each([
    ['an unknown key', { colour: 'blue' }, /colour/],
    ['a path instead of a name', { file: '../model.onnx' }, /file: a bare file name/],
    ['an unknown decoder', { decoder: 'magic' }, /decoder/],
    ['no class', { classes: {} }, /classes: at least one class/],
    ['an input of no size', { input: { ...manifest.input, width: 0 } }, /input\.width/],
  ])('with %s in its manifest is refused', async (_, change, words) => {
    await writeModel(modelFile(), change)
    const [reason, sentence] = await refusal()
    expect(reason).toBe('manifest')
    expect(sentence).toMatch(words)
  })

  test('is refused if the file does not match the hash in the manifest', async () => {
    await writeModel(modelFile(), { sha256: 'a'.repeat(64) })
    expect((await refusal())[0]).toBe('hash')
  })

  test('that is not an ONNX file, or is truncated, is refused before it is loaded', async () => {
    await writeModel(Buffer.from('<html>404</html>'))
    expect((await refusal())[0]).toBe('no_onnx')
    await writeModel(modelFile().subarray(0, 60))
    expect((await refusal())[0]).toBe('no_onnx')
  })

  test('of more than 64 MB is refused without being read', async () => {
    await writeModel(Buffer.alloc(65 * 2 ** 20))
    expect(await refusal()).toEqual(['too_large', 'model.onnx has 65 MB of at most 64'])
  })

  test('with external weights, operators of other domains or too many nodes is refused', async () => {
    const tensor = message(
      bytesField(8, 'w'),
      intField(14, 1),
      bytesField(13, message(bytesField(1, 'location'))),
    )
    const outside = bytesField(7, bytesField(5, tensor))
    await writeModel(Buffer.concat([modelFile(), outside]))
    expect((await refusal())[0]).toBe('external_data')
    const other_domain = bytesField(
      7,
      bytesField(1, message(bytesField(4, 'Run'), bytesField(7, 'evil.domain'))),
    )
    await writeModel(Buffer.concat([modelFile(), other_domain]))
    expect(await refusal()).toEqual(['domains', expect.stringContaining('evil.domain')])
    const nodes = Array.from({ length: 5001 }, (_, at) => ({
      op: 'Identity',
      inputs: [at ? `n${at - 1}` : 'rows'],
      output: at < 5000 ? `n${at}` : 'out',
    }))
    await writeModel(modelFile({ nodes }))
    expect((await refusal())[0]).toBe('nodes')
  })

  test('with several inputs, or an input of open or wrong size, is refused with the sizes', async () => {
    await writeModel(modelFile({ inputs: [{ name: 'images', dims: [1, 3, 32, 32] }] }))
    expect(await refusal()).toEqual(['shape', 'its input is 1 x 3 x 32 x 32, not 1 x 3 x 64 x 64'])
    await writeModel(modelFile({ inputs: [{ name: 'x', dims: [1, 3, 64, 64] }] }))
    expect((await refusal())[1]).toContain('its inputs are x, not images alone')
    await writeModel(modelFile(), { outputs: { boxes: 'boxes' } })
    expect((await refusal())[1]).toContain('no output boxes')
  })

  test('with output of another shape, or with other boxes, fails its trial', async () => {
    await writeModel(modelFile(), { decoder: 'yolox', strides: [8, 16, 32] })
    expect(await refusal()).toEqual(['shape', expect.stringContaining('84 places')])
    await writeModel(modelFile(), {
      selfTest: { ...manifest.selfTest, boxes: [{ box: [0, 0, 0.2, 0.2], score: 0.8, label: 'car' }] },
    })
    expect(await refusal()).toEqual(['trial', expect.stringContaining('does not find the car at 0.00, 0.00')])
    await writeModel(modelFile(), {
      selfTest: { ...manifest.selfTest, boxes: [{ ...manifest.selfTest.boxes[0], score: 0.7 }] },
    })
    expect((await refusal())[1]).toContain('0.800, not 0.7')
  })

  test.each([
    ['yolov5', {}],
    ['yolov8', {}],
    ['yolox', { strides: [8, 16, 32] }],
    ['ssd', { outputs: { boxes: 'out', scores: 'out' } }],
    ['nanodet', { outputs: { boxes: ['out'], scores: ['out'] }, strides: [8] }],
    ['nanodet-plus', { strides: [8, 16, 32] }],
  ])(
    'of another kind, read as %s, is refused by its shapes, however many boxes that makes',
    async (decoder, change) => {
      const dims = [1, 20_000, 6]
      const values = Array.from({ length: 20_000 }, (_row, at) => [at % 60, at % 59, 3, 3, 0.9, 0.9]).flat()
      const rows = { ...one_car.constants[0]!, dims, bytes: floats(values) }
      const file = modelFile({ constants: [rows], outputs: [{ name: 'out', dims }] })
      await writeModel(file, { decoder, classes: { 0: 'car' }, ...change })
      const [reason, sentence] = await refusal()
      expect(reason).toBe('shape')
      expect(sentence).toContain(`it gives out 1 x 20000 x 6, read as ${decoder}`)
    },
  )

  test('that cannot be loaded, or exceeds its time or memory, is stopped with a reason', async () => {
    await writeModel(modelFile({ nodes: [{ op: 'NoSuchOperator', inputs: ['rows'], output: 'out' }] }))
    expect(await refusal()).toEqual(['trial', expect.stringContaining('NoSuchOperator')])
    await writeModel(modelFile())
    expect((await refusal({ max_ms: 1 }))[1]).toContain('took more than 0.001 s')
    expect((await refusal({ max_mb: 20 }))[1]).toContain('took more than 20 MB of memory')
  })
})
