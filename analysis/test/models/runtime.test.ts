/** The runtime returns each caller its own result, however many call at the same time. */
import { expect, test } from 'vitest'
import { openRuntime } from '#src/models/runtime.ts'
import { element, onnxFile } from './write-onnx.ts'

/** A model that adds ten to two numbers. */
const file = onnxFile({
  name: 'ten more',
  nodes: [{ op: 'Add', inputs: ['x', 'ten'], output: 'y' }],
  constants: [
    {
      name: 'ten',
      dims: [1],
      kind: element.float,
      bytes: new Uint8Array(Float32Array.of(10).buffer),
    },
  ],
  inputs: [{ name: 'x', dims: [2] }],
  outputs: [{ name: 'y', dims: [2] }],
})

test('twenty concurrent callers get their own results, and an error reaches only its caller', async () => {
  const model = await (await openRuntime()).load(file)
  const run = async (value: number) =>
    Array.from((await model.run({ x: { data: Float32Array.of(value, -value), dims: [2] } }))['y']!.data)
  const wrong = model.run({ z: { data: Float32Array.of(1, 2), dims: [2] } })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, value) => run(value)))
  expect(answers).toEqual(Array.from({ length: 20 }, (_, value) => [value + 10, 10 - value]))
  await expect(wrong).rejects.toThrow(/'x'|input/)
  await model.close()
})
