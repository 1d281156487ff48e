/** The folder of a device's encrypted pictures and clips, for files that a test or a bench puts there. */
import { join } from 'node:path'
import { openMediaKey } from '@parking/server/core/sealed/media-key.ts'
import { SealedFolder } from '@parking/server/core/sealed/sealed-folder.ts'

/** `data` is the device's data folder. */
export const mediaFolder = (data: string): SealedFolder =>
  new SealedFolder({
    folder: join(data, 'media'),
    master: openMediaKey(data),
    algorithm: 'aes-256-gcm',
    purpose: 'media',
    may_be_plain: () => false,
  })
