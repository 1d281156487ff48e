/**
 * Takes the weights out of an ONNX file. ONNX Runtime in WebAssembly holds the weights of a file three times
 * while it loads it, and gives no memory back; weights beside the file are read once.
 */
import { bytesField, fieldsOf, intField } from './protobuf.ts'

/** The name by which the graph refers to its weights, and the smallest tensor that is taken out, in bytes. */
export const [weights_name, min_bytes] = ['weights', 1024]

/** Field numbers of onnx.proto. */
const model_graph = 7
const graph = { node: 1, initializer: 5 } as const
const node = { output: 2, operator: 4, attribute: 5 } as const
const attribute_tensor = 5
const tensor = { floats: 4, name: 8, bytes: 9, external: 13, place: 14 } as const

/**
 * The same model as a graph without large tensors, and the bytes of these tensors. Operators `Constant`
 * become initializers, which is what ONNX Runtime makes of them. Throws a RangeError if the bytes are not an
 * ONNX file.
 */
export function weightsApart(file: Buffer): { graph: Buffer; weights: Buffer } {
  const weights: Buffer[] = []
  let length = 0
  const withoutBytes = (whole: Buffer): Buffer => {
    const fields = [...fieldsOf(whole)]
    const held = fields.find(
      ({ no, bytes }) => (no === tensor.bytes || no === tensor.floats) && bytes.length >= min_bytes,
    )
    if (!held) return bytesField(graph.initializer, whole)
    const from = length
    weights.push(held.bytes)
    length += held.bytes.length
    const entry = (key: string, value: string) =>
      bytesField(tensor.external, Buffer.concat([bytesField(1, key), bytesField(2, value)]))
    return bytesField(
      graph.initializer,
      Buffer.concat([
        ...fields.filter((field) => field !== held).map((field) => field.whole),
        entry('location', weights_name),
        entry('offset', String(from)),
        entry('length', String(held.bytes.length)),
        intField(tensor.place, 1),
      ]),
    )
  }
  const small = [...fieldsOf(file)].map(({ no, bytes, whole }) => {
    if (no !== model_graph) return whole
    const parts = [...fieldsOf(bytes)].map((part) => {
      const constant = part.no === graph.node ? constantOf(part.bytes) : undefined
      if (constant) return withoutBytes(constant)
      return part.no === graph.initializer ? withoutBytes(part.bytes) : part.whole
    })
    return bytesField(model_graph, Buffer.concat(parts))
  })
  return { graph: Buffer.concat(small), weights: Buffer.concat(weights) }
}

/** The tensor of an operator `Constant`, with the name of the operator's output; undefined for others. */
function constantOf(bytes: Buffer): Buffer | undefined {
  const fields = [...fieldsOf(bytes)]
  if (fields.find(({ no }) => no === node.operator)?.bytes.toString() !== 'Constant') return undefined
  const output = fields.find(({ no }) => no === node.output)
  const held = fields
    .filter(({ no }) => no === node.attribute)
    .flatMap((attribute) => [...fieldsOf(attribute.bytes)])
    .find(({ no, bytes: value }) => no === attribute_tensor && value.length > 0)
  if (!output || !held) return undefined
  const unnamed = [...fieldsOf(held.bytes)].filter(({ no }) => no !== tensor.name)
  return Buffer.concat([...unnamed.map(({ whole }) => whole), bytesField(tensor.name, output.bytes)])
}
