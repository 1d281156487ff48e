/** The StoragePort: selects the adapter of the configured protocol. */
import { storage_protocol } from '@parking/contract'
import type { StoragePort } from '#src/ports/storage-port.ts'
import { openFtp } from './ftp-storage.ts'
import { openS3 } from './s3-storage.ts'
import type { StorageAdapterOptions } from './storage-wire.ts'

export const anyStorage = (adapter_options: StorageAdapterOptions): StoragePort => ({
  open: (target, passed = () => undefined) =>
    (target.protocol === storage_protocol.ftp ? openFtp : openS3)(target, adapter_options, passed),
})
