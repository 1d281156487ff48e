/** Reads a TensorFlow Lite model (schema 3) as plain data: tensors, operators and the bytes of constants. */
import { rootTable, type Table } from './flatbuffer.ts'

export type LiteTensor = {
  readonly name: string
  readonly shape: readonly number[]
  /** Number of the element type in the schema: see `lite_types`. */
  readonly type: number
  /** Empty for a computed tensor. */
  readonly bytes: Uint8Array
  /** Whether it has the scales of an integer quantisation. */
  readonly quantised: boolean
}
export type LiteOperator = {
  /** Number of the built-in operator: see `lite_operators`. */
  readonly code: number
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
  readonly options: Table | undefined
}
export type LiteModel = {
  readonly tensors: readonly LiteTensor[]
  readonly operators: readonly LiteOperator[]
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

/** Numbers of element types in the schema. */
export const lite_types = { float32: 0, float16: 1 } as const

/** Numbers of the operators that the converter supports. */
export const lite_operators = {
  ADD: 0,
  CONCATENATION: 2,
  CONV_2D: 3,
  DEPTHWISE_CONV_2D: 4,
  DEQUANTIZE: 6,
  LOGISTIC: 14,
  RESHAPE: 22,
} as const

/** Reads a model. Throws an Error with a sentence if the file is not a model or has more than one graph. */
export function readLite(file: Uint8Array): LiteModel {
  if (Buffer.from(file.subarray(4, 8)).toString() !== 'TFL3')
    throw new Error('the file is not a TensorFlow Lite model of schema 3')
  const root = rootTable(file)
  const graphs = root.tables(2)
  const [graph] = graphs
  if (!graph || graphs.length > 1) throw new Error(`the model holds ${graphs.length} graphs instead of one`)
  const buffers = root.tables(4)
  // Old files store the operator's number in a byte, new ones in an int: the larger one is valid.
  const codes = root.tables(1).map((one) => Math.max(one.byte(0), one.int(3)))
  return {
    tensors: graph.tables(0).map((one) => ({
      shape: one.ints(0),
      type: one.byte(1),
      bytes: buffers[one.int(2)]?.bytes(0) ?? new Uint8Array(),
      name: one.text(3),
      quantised: (one.table(4)?.ints(2).length ?? 0) > 0,
    })),
    inputs: graph.ints(1),
    outputs: graph.ints(2),
    operators: graph.tables(3).map((one) => ({
      code: codes[one.int(0)] ?? -1,
      inputs: one.ints(1),
      outputs: one.ints(2),
      options: one.table(4),
    })),
  }
}
