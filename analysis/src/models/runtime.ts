/**
 * Runs ONNX models with ONNX Runtime, as WebAssembly on one thread or natively if that is installed. A run
 * blocks the calling thread until it has finished.
 */
import type * as Onnx from 'onnxruntime-web'
import { weights_name } from './weights-apart.ts'

/** Values with their shape, outermost axis first. */
export type Tensor = { readonly data: Float32Array; readonly dims: readonly number[] }
export type Model = {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  run: (feeds: Readonly<Record<string, Tensor>>) => Promise<Record<string, Tensor>>
  close: () => Promise<void>
}
export type Runtime = {
  readonly kind: 'wasm' | 'native'
  /**
   * Loads a model, whose `weights` may lie beside the file. Throws the runtime's error for a file that it
   * cannot load.
   */
  load: (file: Uint8Array, weights?: Uint8Array) => Promise<Model>
}

/**
 * Opens the runtime. The native one is tried only on request, and falls back to WebAssembly if its package is
 * not installed: the product ships no native code of its own.
 */
export async function openRuntime({ native = false } = {}): Promise<Runtime> {
  const found = native ? await nativeRuntime() : undefined
  const ort = found ?? (await wasmRuntime())
  return { kind: found ? 'native' : 'wasm', load: (...model) => load(ort, ...model) }
}

async function wasmRuntime(): Promise<typeof Onnx> {
  const ort = await import('onnxruntime-web')
  // Two threads are 1.6 times faster but cost a fifth more; the box has other work for its cores.
  ort.env.wasm.numThreads = 1
  ort.env.logLevel = 'error'
  return ort
}

async function nativeRuntime(): Promise<typeof Onnx | undefined> {
  const name = 'onnxruntime-node'
  try {
    return (await import(name)) as typeof Onnx
  } catch {
    return undefined
  }
}

/** A memory arena and prepacked weights would double the memory to save a tenth of the time. */
const options: Onnx.InferenceSession.SessionOptions = {
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  extra: { session: { disable_prepacking: '1' } },
}

async function load(ort: typeof Onnx, file: Uint8Array, weights?: Uint8Array): Promise<Model> {
  const beside = weights && { externalData: [{ path: weights_name, data: weights }] }
  const session = await ort.InferenceSession.create(file, { ...options, ...beside })
  let queue: Promise<unknown> = Promise.resolve()
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    // One inference at a time: cameras share a model, and a session does not support two callers.
    run(feeds) {
      const next = queue.then(() => answer(feeds))
      queue = next.catch(() => undefined)
      return next
    },
    close: () => session.release(),
  }

  async function answer(feeds: Parameters<Model['run']>[0]): ReturnType<Model['run']> {
    const tensors = Object.entries(feeds).map(([name, { data, dims }]) => [
      name,
      new ort.Tensor('float32', data, dims),
    ])
    const answers = await session.run(Object.fromEntries(tensors) as Record<string, Onnx.Tensor>)
    return Object.fromEntries(
      Object.entries(answers).map(([name, tensor]) => [
        name,
        { data: tensor.data as Float32Array, dims: tensor.dims },
      ]),
    )
  }
}
