/** Loads the shipped models and makes the eyes of them: once for the program, shared by all cameras. */
import type { ModelSpec } from '../detect/model-spec.ts'
import { shipped_detector } from '../detect/model-spec.ts'
import type { OpenEyes } from '../look/look.ts'
import { readModel } from '../models/model-files.ts'
import { openRuntime } from '../models/runtime.ts'
import { plateReader } from '../read/plate-reader.ts'
import { eyesWith } from './eyes.ts'

export type LoadOptions = {
  /** The folder of made models (`make-models.ts`). */
  readonly folder: string
  /** Use the native runtime where it is installed. */
  readonly native?: boolean
  /** Another detector than the shipped one: its file, and how it is fed and read. */
  readonly detector?: { readonly file: Uint8Array; readonly spec: ModelSpec }
}
export type OtherDetector = NonNullable<LoadOptions['detector']>
export type LoadedEyes = {
  readonly open: OpenEyes
  /** The same eyes with another detector. `release` it when no camera looks with it any more. */
  readonly using: (detector: OtherDetector) => Promise<{ open: OpenEyes; release: () => Promise<void> }>
  readonly runtime: 'wasm' | 'native'
  readonly close: () => Promise<void>
}

/** Throws WrongModel where a file is not the pinned one. */
export async function loadEyes({ folder, native, detector }: LoadOptions): Promise<LoadedEyes> {
  const runtime = await openRuntime({ native: native ?? false })
  const model = await runtime.load(detector?.file ?? (await readModel('detector', folder)))
  const finder = await runtime.load(await readModel('plate_finder', folder))
  const reader = await runtime.load(await readModel('plate_reader', folder))
  const signs = Buffer.from(await readModel('plate_signs', folder)).toString()
  const readPlate = plateReader({ finder, reader, signs })
  return {
    runtime: runtime.kind,
    open: eyesWith({ detector: { model, spec: detector?.spec ?? shipped_detector }, readPlate }),
    async using({ file, spec }) {
      const other = await runtime.load(file)
      return { open: eyesWith({ detector: { model: other, spec }, readPlate }), release: other.close }
    },
    close: async () => {
      for (const one of [model, finder, reader]) await one.close()
    },
  }
}
