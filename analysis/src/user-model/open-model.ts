/** Opens a user's model that the device has checked: the detector file, and how it is fed and read. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelSpec } from '../detect/model-spec.ts'
import { readManifest } from './check-model.ts'
import { specOf } from './manifest.ts'
import { ModelRefused } from './refusal.ts'

export type UserDetector = { readonly file: Uint8Array; readonly spec: ModelSpec }

/** Opens the model in a folder. Throws ModelRefused if it is missing or its hash is not the expected one. */
export async function openModel(folder: string, sha256?: string): Promise<UserDetector> {
  const manifest = await readManifest(folder)
  const file = await readFile(join(folder, manifest.file)).catch(() => {
    throw new ModelRefused('absent', `the folder has no ${manifest.file}`)
  })
  const found = createHash('sha256').update(file).digest('hex')
  for (const wanted of [manifest.sha256, sha256 ?? manifest.sha256])
    if (found !== wanted)
      throw new ModelRefused('hash', `${manifest.file} has the SHA-256 ${found} instead of ${wanted}`)
  return { file, spec: specOf(manifest) }
}
