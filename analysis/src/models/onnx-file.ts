/** Reads the facts of an ONNX file that are checked before it is loaded. */
import { fieldsOf, type Field } from './protobuf.ts'

export type Edge = { readonly name: string; readonly dims: readonly number[] }

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
