/**
 * Converts a TensorFlow Lite model to ONNX. It rejects unsupported operators by name, because a nearly
 * correct operator gives nearly correct results. Long because it holds one rule for each operator.
 */
import { element, onnxFile, type Attribute, type Constant, type Edge, type Node } from './onnx-file.ts'
import { lite_operators, lite_types, readLite, type LiteOperator, type LiteTensor } from './tflite.ts'
import type { Table } from './flatbuffer.ts'

/** The converter does not support the model. `message` names the operator, the option and the tensor. */
export class ConversionError extends Error {}

const activations = ['NONE', 'RELU', 'RELU_N1_TO_1', 'RELU6', 'TANH', 'SIGN_BIT']
/** Axis permutations from NHWC (TensorFlow Lite) to NCHW (ONNX), and back. */
const [to_nchw, to_nhwc] = [
  [0, 3, 1, 2],
  [0, 2, 3, 1],
]

/**
 * Returns the same model as an ONNX file: inputs and outputs keep their names and their axis order (NHWC),
 * and float16 weights stay float16. Throws ConversionError.
 */
export function convertLite(file: Uint8Array): Buffer {
  const { tensors, operators, inputs, outputs } = readLite(file)
  const nodes: Node[] = []
  const constants: Constant[] = []
  /** The name of each computed tensor in either axis order. */
  const names = { nhwc: new Map<number, string>(), nchw: new Map<number, string>() }
  /** Constants of the model: the tensor that holds the bytes, resolved through DEQUANTIZE. */
  const stored = new Map<number, LiteTensor>()
  let made = 0

  const tensorOf = (index: number): LiteTensor => {
    const tensor = tensors[index]
    if (!tensor) throw new ConversionError(`the model names a tensor ${index} that it does not hold`)
    return tensor
  }
  const fresh = (what: string): string => `${what}_${++made}`
  function emit(
    op: string,
    from: readonly string[],
    output: string,
    attributes?: Record<string, Attribute>,
  ): string {
    nodes.push({ op, inputs: from, output, ...(attributes && { attributes }) })
    return output
  }

  /** The name of a computed tensor in the wanted axis order; adds a transposition if needed. */
  function named(index: number, order: 'nhwc' | 'nchw'): string {
    const known = names[order].get(index)
    if (known) return known
    const other = names[order === 'nhwc' ? 'nchw' : 'nhwc'].get(index)
    if (!other) throw new ConversionError(`tensor ${tensorOf(index).name} is used before it is computed`)
    const perm = order === 'nhwc' ? to_nhwc : to_nchw
    const name = emit('Transpose', [other], fresh(order), { perm: perm! })
    names[order].set(index, name)
    return name
  }
  function give(index: number, order: 'nhwc' | 'nchw', name: string): void {
    names[order].set(index, name)
  }

  function activate(code: number, name: string, where: string): string {
    const kind = activations[code] ?? String(code)
    if (kind === 'NONE') return name
    if (kind === 'RELU') return emit('Relu', [name], fresh('relu'))
    if (kind === 'RELU6') return emit('Clip', [name, scalar(0), scalar(6)], fresh('relu6'))
    throw new ConversionError(`${where}: the activation ${kind} is not known`)
  }
  function scalar(value: number): string {
    const name = `scalar_${value}`
    if (!constants.some((one) => one.name === name))
      constants.push({ name, dims: [], kind: element.float, bytes: floats([value]) })
    return name
  }

  /** Adds a constant whose axes have been reordered; float16 is widened by a Cast. */
  function constant(index: number, dims: readonly number[], bytes: Uint8Array): string {
    const half = stored.get(index)?.type === lite_types.float16
    const name = fresh('weight')
    constants.push({ name, dims, kind: half ? element.float16 : element.float, bytes })
    return half ? emit('Cast', [name], fresh('wide'), { to: element.float }) : name
  }
  function storedAt(index: number, where: string): LiteTensor {
    const tensor = stored.get(index)
    if (!tensor) throw new ConversionError(`${where}: ${tensorOf(index).name} is not a constant`)
    return tensor
  }

  /** CONV_2D and DEPTHWISE_CONV_2D. */
  function convolve({ inputs: from, outputs: to, options }: LiteOperator, depthwise: boolean): void {
    const where = tensorOf(to[0]!).name
    const [input, weights] = [tensorOf(from[0]!), storedAt(from[1]!, where)]
    const channels = input.shape[3] ?? 0
    const [first = 0, high = 0, wide = 0, last = 0] = weights.shape
    if (input.shape.length !== 4 || weights.shape.length !== 4)
      throw new ConversionError(`${where}: a convolution of other than four axes`)
    const [count, group] = depthwise ? [last, channels] : [first, channels / last]
    if (depthwise && (first !== 1 || last !== channels * optionInt(options, 3, 1)))
      throw new ConversionError(`${where}: the depth multiplier does not fit the weights`)
    if (!Number.isInteger(group) || group < 1)
      throw new ConversionError(`${where}: ${channels} channels cannot be grouped by ${last}`)
    const bytes = weights.type === lite_types.float16 ? 2 : 4
    const moved = depthwise
      ? { dims: [last, 1, high, wide], bytes: reorder(weights.bytes, weights.shape, [3, 0, 1, 2], bytes) }
      : { dims: [first, last, high, wide], bytes: reorder(weights.bytes, weights.shape, to_nchw!, bytes) }
    const parts = [named(from[0]!, 'nchw'), constant(from[1]!, moved.dims, moved.bytes)]
    const bias = from[2] ?? -1
    if (bias >= 0) parts.push(constant(bias, [count], storedAt(bias, where).bytes))
    const [activation, dilation] = depthwise ? [4, 5] : [3, 4]
    const raw = emit('Conv', parts, fresh('conv'), {
      auto_pad: padding(options, where),
      strides: [optionInt(options, 2, 1), optionInt(options, 1, 1)],
      dilations: [optionInt(options, dilation + 1, 1), optionInt(options, dilation, 1)],
      group,
      kernel_shape: [high, wide],
    })
    give(to[0]!, 'nchw', activate(options?.byte(activation) ?? 0, raw, where))
  }

  function add({ inputs: from, outputs: to, options }: LiteOperator): void {
    const where = tensorOf(to[0]!).name
    const [a, b] = [tensorOf(from[0]!), tensorOf(from[1]!)]
    if (String(a.shape) !== String(b.shape))
      throw new ConversionError(`${where}: ADD of the shapes ${String(a.shape)} and ${String(b.shape)}`)
    const order = from.every((one) => names.nchw.has(one)) ? 'nchw' : 'nhwc'
    const raw = emit('Add', [named(from[0]!, order), named(from[1]!, order)], fresh('add'))
    give(to[0]!, order, activate(options?.byte(0) ?? 0, raw, where))
  }

  function reshape({ inputs: from, outputs: to }: LiteOperator): void {
    const { shape } = tensorOf(to[0]!)
    const name = `shape_${shape.join('x')}`
    if (!constants.some((one) => one.name === name))
      constants.push({ name, dims: [shape.length], kind: element.int64, bytes: longs(shape) })
    give(to[0]!, 'nhwc', emit('Reshape', [named(from[0]!, 'nhwc'), name], fresh('reshape')))
  }

  function concatenate({ inputs: from, outputs: to, options }: LiteOperator): void {
    const { name, shape } = tensorOf(to[0]!)
    const axis = optionInt(options, 0, 0)
    const parts = from.map((one) => named(one, 'nhwc'))
    const raw = emit('Concat', parts, fresh('concat'), { axis: axis < 0 ? axis + shape.length : axis })
    give(to[0]!, 'nhwc', activate(options?.byte(1) ?? 0, raw, name))
  }

  function dequantize({ inputs: from, outputs: to }: LiteOperator): void {
    const source = tensorOf(from[0]!)
    if (source.type !== lite_types.float16 || source.bytes.length === 0)
      throw new ConversionError(`DEQUANTIZE of ${source.name}, which is not a float16 constant`)
    stored.set(to[0]!, source)
  }

  const rules: Record<number, (operator: LiteOperator) => void> = {
    [lite_operators.CONV_2D]: (one) => convolve(one, false),
    [lite_operators.DEPTHWISE_CONV_2D]: (one) => convolve(one, true),
    [lite_operators.ADD]: add,
    [lite_operators.RESHAPE]: reshape,
    [lite_operators.CONCATENATION]: concatenate,
    [lite_operators.DEQUANTIZE]: dequantize,
    [lite_operators.LOGISTIC]: ({ inputs: from, outputs: to }) =>
      give(to[0]!, 'nhwc', emit('Sigmoid', [named(from[0]!, 'nhwc')], fresh('sigmoid'))),
  }

  tensors.forEach((tensor, index) => {
    if (tensor.quantised) throw new ConversionError(`${tensor.name} is quantised to whole numbers`)
    if (tensor.bytes.length > 0) stored.set(index, tensor)
  })
  for (const index of inputs) give(index, 'nhwc', tensorOf(index).name)
  for (const operator of operators) {
    const rule = rules[operator.code]
    if (!rule) throw new ConversionError(`the operator ${operator.code} of TensorFlow Lite is not known`)
    rule(operator)
  }
  for (const index of outputs) emit('Identity', [named(index, 'nhwc')], tensorOf(index).name)
  const edge = (index: number): Edge => ({ name: tensorOf(index).name, dims: tensorOf(index).shape })
  return onnxFile(
    { name: 'converted', nodes, constants, inputs: inputs.map(edge), outputs: outputs.map(edge) },
    'parking-analysis',
  )
}

const optionInt = (options: Table | undefined, field: number, fallback: number): number =>
  options?.int(field, fallback) ?? fallback

function padding(options: Table | undefined, where: string): string {
  const kind = options?.byte(0) ?? 0
  if (kind > 1) throw new ConversionError(`${where}: the padding ${kind} is not known`)
  return kind === 0 ? 'SAME_UPPER' : 'VALID'
}

/** The elements of a tensor with four axes, with the axes permuted. */
function reorder(
  bytes: Uint8Array,
  shape: readonly number[],
  perm: readonly number[],
  size: number,
): Uint8Array {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((all, one) => all * one, 1))
  const [a = 0, b = 0, c = 0, d = 0] = perm.map((axis) => strides[axis]!)
  const [na = 0, nb = 0, nc = 0, nd = 0] = perm.map((axis) => shape[axis]!)
  const out = new Uint8Array(na * nb * nc * nd * size)
  let to = 0
  for (let i = 0; i < na; i++)
    for (let j = 0; j < nb; j++)
      for (let k = 0; k < nc; k++)
        for (let l = 0; l < nd; l++) {
          const from = (i * a + j * b + k * c + l * d) * size
          for (let n = 0; n < size; n++) out[to++] = bytes[from + n]!
        }
  return out
}

const floats = (values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer)
const longs = (values: readonly number[]): Uint8Array =>
  new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer)
