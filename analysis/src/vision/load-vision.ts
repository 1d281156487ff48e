/** Loads the shipped models once for the program, and builds the vision pipeline that all cameras share. */
import { type ModelSpec, shipped_detector } from '../detect/model-spec.ts'
import type { OpenVision } from '../look/look.ts'
import { loadShipped, readModel } from '../models/model-files.ts'
import { openRuntime } from '../models/runtime.ts'
import { plateReader } from '../read/plate-reader.ts'
import { createVision } from './camera-vision.ts'

export type LoadOptions = {
  /** The folder of shipped models. */
  readonly folder: string
  /** A detector to use instead of the shipped one: its file, and how it is fed and read. */
  readonly detector?: { readonly file: Uint8Array; readonly spec: ModelSpec }
}
export type OtherDetector = NonNullable<LoadOptions['detector']>
export type LoadedVision = {
  readonly open: OpenVision
  /** The same pipeline with another detector. Call `release` when no camera uses it any more. */
  readonly using: (detector: OtherDetector) => Promise<{ open: OpenVision; release: () => Promise<void> }>
  readonly close: () => Promise<void>
}

/** Throws ModelFileError if a file does not match its pinned hash. */
export async function loadVision({ folder, detector }: LoadOptions): Promise<LoadedVision> {
  const runtime = await openRuntime()
  const model = await (detector ? runtime.load(detector.file) : loadShipped(runtime, 'detector', folder))
  const finder = await loadShipped(runtime, 'plate_finder', folder)
  const reader = await loadShipped(runtime, 'plate_reader', folder)
  const signs = Buffer.from(await readModel('plate_signs', folder)).toString()
  const readPlate = plateReader({ finder, reader, signs })
  return {
    open: createVision({ detector: { model, spec: detector?.spec ?? shipped_detector }, readPlate }),
    async using({ file, spec }) {
      const other = await runtime.load(file)
      return { open: createVision({ detector: { model: other, spec }, readPlate }), release: other.close }
    },
    close: async () => {
      for (const one of [model, finder, reader]) await one.close()
    },
  }
}
