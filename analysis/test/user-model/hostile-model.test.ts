/** Malicious files: each is refused with a sentence, within the limits of time and memory. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onnxFacts } from '#src/models/onnx-file.ts'
import { bytesField, intField } from '#src/models/protobuf.ts'
import { element, message, type Graph } from '../models/write-onnx.ts'
import { floats, manifest, one_car } from './one-car-model.ts'
import { folder, writeModel, modelFile, refusal, setUpModelFolder } from './one-car.ts'

setUpModelFolder()
const graphField = 7
/** A tensor whose weights are at a path outside the folder. */
const outside = message(
  bytesField(8, 'w'),
  intField(14, 1),
  bytesField(13, message(bytesField(1, 'location'), bytesField(2, '../../../parking.db'))),
)
const node = (...attribute: Buffer[]) => bytesField(1, message(bytesField(4, 'Run'), ...attribute))
const attribute = (no: number, value: Buffer) => bytesField(5, bytesField(no, value))

test.each([
  ['a weight', bytesField(5, outside)],
  ['a sparse weight', bytesField(15, bytesField(1, outside))],
  ['the indices of a sparse weight', bytesField(15, bytesField(2, outside))],
  ['an attribute', node(attribute(5, outside))],
  ['a list of attributes', node(attribute(10, outside))],
  ['a sparse attribute', node(attribute(22, bytesField(1, outside)))],
  ['a graph within a node', node(attribute(6, node(attribute(5, outside))))],
])('a path to another file in %s is detected before loading', async (_, graph) => {
  await writeModel(Buffer.concat([modelFile(), bytesField(graphField, graph)]))
  expect(await refusal()).toEqual(['external_data', expect.stringContaining('export it as one file')])
})

test('endlessly nested graphs are not an ONNX file', async () => {
  let deep = node()
  for (let at = 0; at < 7_000; at++) deep = node(attribute(6, deep))
  await writeModel(Buffer.concat([modelFile(), bytesField(graphField, deep)]))
  expect((await refusal())[0]).toBe('no_onnx')
})

test('a file that is truncated or changed anywhere is read to its end or rejected', () => {
  const whole = Buffer.from(modelFile())
  const cut = fc.nat({ max: whole.length - 1 }).map((at) => whole.subarray(0, at))
  const changed = fc
    .array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, value] of changes) bytes[at] = value
      return bytes
    })
  fc.assert(
    fc.property(fc.oneof(cut, changed), (bytes) => {
      try {
        expect(onnxFacts(bytes).nodes).toBeLessThan(100)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})

test('sizes that exceed any memory are refused by their numbers', async () => {
  for (const dims of [
    [1, 3, 2 ** 31, 2 ** 31],
    [1, 3, Number.MAX_SAFE_INTEGER, 64],
    [-5, 3, 64, 64],
  ]) {
    await writeModel(modelFile({ inputs: [{ name: 'images', dims }] }))
    expect((await refusal())[0]).toBe('shape')
  }
  await writeModel(modelFile(), { input: { ...manifest.input, width: 1_000_000, height: 1_000_000 } })
  expect(await refusal()).toEqual(['manifest', expect.stringContaining('input.width')])
})

const int64 = (...values: number[]) => new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer)
const constant = (name: string, dims: number[], values: Uint8Array): Graph['constants'][number] => ({
  name,
  dims,
  kind: element.int64,
  bytes: values,
})

test.each([
  [
    'a weight that claims more values than it has',
    { constants: [{ name: 'rows', dims: [1, 20_000, 60_000], kind: element.float, bytes: floats([1]) }] },
    /^(trial|crash|memory)$/,
  ],
  [
    'a tensor of 8 GB made by a node',
    {
      constants: [...one_car.constants, constant('many', [3], int64(2, 1_000_000, 1_000))],
      nodes: [
        { op: 'ConstantOfShape', inputs: ['many'], output: 'huge' },
        { op: 'ReduceMax', inputs: ['huge'], output: 'out' },
      ],
    },
    /^(trial|crash|memory)$/,
  ],
] as const)('%s is stopped', async (_, graph, reasons) => {
  await writeModel(modelFile(graph as Partial<Graph>))
  const [reason, sentence] = await refusal()
  expect(reason).toMatch(reasons)
  expect(sentence.length).toBeGreaterThan(20)
})

test('the picture of the self-test and the manifest have limits too', async () => {
  const huge = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="32000" height="32000"><rect width="9" height="9"/></svg>',
  )
  await writeFile(join(folder, 'huge.svg'), huge)
  await writeModel(modelFile(), { selfTest: { ...manifest.selfTest, picture: 'huge.svg' } })
  expect(await refusal()).toEqual(['trial', expect.stringMatching(/pixel/i)])
  await writeModel(modelFile(), { selfTest: { ...manifest.selfTest, picture: '..' } })
  expect((await refusal())[0]).toBe('manifest')
  await writeFile(join(folder, 'manifest.json'), '['.repeat(200_000))
  expect((await refusal())[0]).toBe('manifest')
  await writeFile(join(folder, 'manifest.json'), `{"schema":1,"name":"${'x'.repeat(2 * 2 ** 20)}"}`)
  expect(await refusal()).toEqual(['manifest', expect.stringContaining('1 MB')])
})
