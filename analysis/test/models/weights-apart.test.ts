/** A shipped model with its weights beside its graph gives the numbers of the whole file. */
import { expect, onTestFinished, test } from 'vitest'
import { readModel, type ModelName } from '#src/models/model-files.ts'
import { fieldsOf } from '#src/models/protobuf.ts'
import { openRuntime, type Model, type Tensor } from '#src/models/runtime.ts'
import { min_bytes, weightsApart } from '#src/models/weights-apart.ts'
import { models } from '../support.ts'

/** An input of each model, whose values differ from place to place. */
const dims: Readonly<Record<Exclude<ModelName, 'plate_signs'>, readonly number[]>> = {
  detector: [1, 300, 300, 3],
  plate_finder: [1, 3, 64, 96],
  plate_reader: [1, 3, 48, 160],
}
const inputOf = (size: readonly number[]): Tensor => ({
  data: Float32Array.from({ length: size.reduce((a, b) => a * b) }, (_, at) => Math.sin(at)),
  dims: size,
})
async function answersOf(model: Model, input: Tensor): Promise<number[][]> {
  const outputs = await model.run({ [model.inputs[0]!]: input })
  return model.outputs.map((name) => [...outputs[name]!.dims, ...outputs[name]!.data])
}

test.each(Object.entries(dims))(
  '%s with its weights beside it gives the same numbers',
  async (name, size) => {
    const file = Buffer.from(await readModel(name as ModelName, models))
    const runtime = await openRuntime()
    const { graph, weights } = weightsApart(file)
    const [whole, apart] = [await runtime.load(file), await runtime.load(graph, weights)]
    onTestFinished(async () => void (await Promise.all([whole.close(), apart.close()])))
    expect([apart.inputs, apart.outputs]).toEqual([whole.inputs, whole.outputs])
    expect(await answersOf(apart, inputOf(size))).toEqual(await answersOf(whole, inputOf(size)))
    const held = [...fieldsOf(graph)].flatMap(({ no, bytes }) => (no === 7 ? [...fieldsOf(bytes)] : []))
    expect(held.filter(({ no, whole: part }) => no === 5 && part.length > 2 * min_bytes)).toEqual([])
    expect(weights.length / file.length).toBeGreaterThan(0.98)
  },
)
