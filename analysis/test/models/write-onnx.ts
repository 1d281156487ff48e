/** Writes small ONNX files (opset 13) for tests. */
import type { Edge } from '#src/models/onnx-file.ts'
import { bytesField, intField } from '#src/models/protobuf.ts'

/** A message with these fields. */
export const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields)

/** Element types of tensors, by their number in ONNX. */
export const element = { float: 1, int64: 7, float16: 10 } as const

export type Attribute = number | string | readonly number[]
export type Node = {
  readonly op: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes?: Readonly<Record<string, Attribute>>
}
/** A constant: its shape, element type and bytes (little-endian). */
export type Constant = {
  readonly name: string
  readonly dims: readonly number[]
  readonly kind: (typeof element)[keyof typeof element]
  readonly bytes: Uint8Array
}
export type Graph = {
  readonly name: string
  readonly nodes: readonly Node[]
  readonly constants: readonly Constant[]
  readonly inputs: readonly Edge[]
  readonly outputs: readonly Edge[]
}

const ir_version = 8
const opset = 13

/** The bytes of an ONNX file. The same graph always produces the same bytes. */
export function onnxFile(graph: Graph): Buffer {
  const body = message(
    ...graph.nodes.map((node, at) => bytesField(1, nodeOf(node, at))),
    bytesField(2, graph.name),
    ...graph.constants.map((constant) => bytesField(5, tensorOf(constant))),
    ...graph.inputs.map((edge) => bytesField(11, edgeOf(edge))),
    ...graph.outputs.map((edge) => bytesField(12, edgeOf(edge))),
  )
  return message(
    intField(1, ir_version),
    bytesField(2, 'test'),
    bytesField(7, body),
    bytesField(8, message(bytesField(1, ''), intField(2, opset))),
  )
}

const nodeOf = ({ op, inputs, output, attributes = {} }: Node, at: number): Buffer =>
  message(
    ...inputs.map((name) => bytesField(1, name)),
    bytesField(2, output),
    bytesField(3, `${op}_${at}`),
    bytesField(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, attributeOf(name, value))),
  )

/** Numbers are written as ints: none of the operators that we write has a float attribute. */
function attributeOf(name: string, value: Attribute): Buffer {
  if (typeof value === 'string') return message(bytesField(1, name), bytesField(4, value), intField(20, 3))
  if (typeof value === 'number') return message(bytesField(1, name), intField(3, value), intField(20, 2))
  return message(bytesField(1, name), ...value.map((one) => intField(8, one)), intField(20, 7))
}

const tensorOf = ({ name, dims, kind, bytes }: Constant): Buffer =>
  message(
    ...dims.map((dim) => intField(1, dim)),
    intField(2, kind),
    bytesField(8, name),
    bytesField(9, bytes),
  )

const edgeOf = ({ name, dims }: Edge): Buffer => {
  const shape = message(...dims.map((dim) => bytesField(1, intField(1, dim))))
  const tensor = message(intField(1, element.float), bytesField(2, shape))
  return message(bytesField(1, name), bytesField(2, bytesField(1, tensor)))
}
