/** Writes a model as an ONNX file (opset 13), and reads the facts that are checked before loading one. */
import { bytesField, fieldsOf, intField, message, type Field } from './protobuf.ts'

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
export type Edge = { readonly name: string; readonly dims: readonly number[] }
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
export function onnxFile(graph: Graph, producer: string): Buffer {
  const body = message(
    ...graph.nodes.map((node, at) => bytesField(1, nodeOf(node, at))),
    bytesField(2, graph.name),
    ...graph.constants.map((constant) => bytesField(5, tensorOf(constant))),
    ...graph.inputs.map((edge) => bytesField(11, edgeOf(edge))),
    ...graph.outputs.map((edge) => bytesField(12, edgeOf(edge))),
  )
  return message(
    intField(1, ir_version),
    bytesField(2, producer),
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

/** What an ONNX file says about itself; a dimension is -1 if the file leaves its size open. */
export type OnnxFacts = {
  readonly nodes: number
  /** Operator domains other than ONNX's own. */
  readonly domains: readonly string[]
  /** Whether weights are stored in other files. */
  readonly external: boolean
  readonly inputs: readonly Edge[]
  readonly outputs: readonly Edge[]
  /** Entries such as `author`, `license` and `names` of Ultralytics' exports. */
  readonly metadata: Readonly<Record<string, string>>
}

const own_domains = new Set(['', 'ai.onnx'])

/** Reads an ONNX file. Throws a RangeError if the bytes are not an ONNX file. */
export function onnxFacts(file: Buffer): OnnxFacts {
  const fields = [...fieldsOf(file)]
  // A message may be split into parts that readers merge, so all parts must be checked.
  const graphs = fields.filter(({ no }) => no === 7).map(({ bytes }) => bytes)
  if (graphs.length === 0) throw new RangeError('the file holds no graph')
  const metadata = Object.fromEntries(
    fields.filter(({ no }) => no === 14).map(({ bytes }) => [textIn(bytes, 1), textIn(bytes, 2)]),
  )
  const found = { nodes: 0, domains: new Set<string>(), external: false }
  for (const graph of graphs) visitGraph(graph, found)
  for (const { bytes } of fields.filter(({ no }) => no === 25)) visitFunction(bytes, found)
  const parts = graphs.flatMap((graph) => [...fieldsOf(graph)])
  const constants = new Set(parts.filter(({ no }) => no === 5).map(({ bytes }) => textIn(bytes, 8)))
  const edges = (wanted: number): Edge[] =>
    parts.filter(({ no }) => no === wanted).map(({ bytes }) => readEdge(bytes))
  return {
    nodes: found.nodes,
    domains: [...found.domains].sort(),
    external: found.external,
    // Older exporters list the weights among the inputs.
    inputs: edges(11).filter(({ name }) => !constants.has(name)),
    outputs: edges(12),
    metadata,
  }
}

type Found = { nodes: number; domains: Set<string>; external: boolean }

function visitGraph(bytes: Buffer, found: Found): void {
  for (const { no, bytes: part } of fieldsOf(bytes)) {
    if (no === 1) visitNode(part, found)
    if ((no === 5 && isExternal(part)) || (no === 15 && isSparseExternal(part))) found.external = true
  }
}

function visitFunction(bytes: Buffer, found: Found): void {
  for (const { no, bytes: part } of fieldsOf(bytes)) if (no === 7) visitNode(part, found)
}

function visitNode(bytes: Buffer, found: Found): void {
  found.nodes++
  for (const { no, bytes: part } of fieldsOf(bytes)) {
    if (no === 7 && !own_domains.has(part.toString())) found.domains.add(part.toString())
    if (no !== 5) continue
    // Attributes may hold tensors (5, 10), sparse tensors (22, 23) and graphs (6, 11).
    for (const { no: kind, bytes: value } of fieldsOf(part)) {
      if ((kind === 5 || kind === 10) && value.length > 0 && isExternal(value)) found.external = true
      if ((kind === 22 || kind === 23) && isSparseExternal(value)) found.external = true
      if ((kind === 6 || kind === 11) && value.length > 0) visitGraph(value, found)
    }
  }
}

const isExternal = (tensor: Buffer): boolean =>
  [...fieldsOf(tensor)].some(({ no, value }) => no === 13 || (no === 14 && value === 1))

/** A sparse tensor consists of two tensors: its values and their indices. */
const isSparseExternal = (sparse: Buffer): boolean =>
  [...fieldsOf(sparse)].some(({ no, bytes }) => (no === 1 || no === 2) && isExternal(bytes))

const textIn = (bytes: Buffer, wanted: number): string => partOf(bytes, wanted)?.bytes.toString() ?? ''

const partOf = (bytes: Buffer, wanted: number): Field | undefined =>
  [...fieldsOf(bytes)].find(({ no }) => no === wanted)

function readEdge(bytes: Buffer): Edge {
  const tensor = partOf(partOf(bytes, 2)?.bytes ?? Buffer.alloc(0), 1)
  const shape = tensor && partOf(tensor.bytes, 2)
  const dims = shape
    ? [...fieldsOf(shape.bytes)]
        .filter(({ no }) => no === 1)
        .map(({ bytes: dim }) => partOf(dim, 1)?.value ?? -1)
    : []
  return { name: textIn(bytes, 1), dims }
}
