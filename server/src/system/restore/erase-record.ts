/**
 * The order to erase the device and, in another file, the certificate of a done erasure
 * (docs/decisions/0045). Only an intact order erases; the certificate never does.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Language } from '@parking/contract'
import { dropState, readState, writeState, type StateFile } from '#src/core/sealed/state-file.ts'

export type Facts = Answer<'erasure_certificate'>['facts']

type Common = {
  facts: Facts
  language: Language
  asked_ms: number
  /** SHA-256 of the token that gives access to the certificate. */
  token_sha256: string
  /** The settings document of the serial number, which is printed on the box and is kept. */
  serial: unknown
  /** URL of the console once the network has its factory address; empty if the URL does not change. */
  console_url: string
}
/** `asked`: nothing has been done. `counted`: the files have been counted, and some may be erased already. */
export type EraseOrder = Common & {
  phase: 'asked' | 'counted'
  /** `lifeOf` the folder that it erases. */
  life: string
}
/** `erased`: the data folder is empty. `certified`: the rest is done, and the facts are final. */
export type EraseCertificate = Common & { phase: 'erased' | 'certified' }

export const order_name = 'erase.json'
export const certificate_name = 'erasure-certificate.json'

/** The key of the pictures, which no device shares and an erasure replaces; its copy if it is gone. */
const lives = (folder: string): string[] =>
  ['media.key', 'media.key.copy']
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) =>
      createHash('sha256').update('parking-edge life\n').update(readFileSync(file)).digest('hex'),
    )

/** Names this device from its first start to its erasure. */
export const lifeOf = (folder: string): string => lives(folder)[0] ?? ''

/**
 * The order to carry out, or undefined. Throws an Error with one sentence if it is damaged, or if it is that
 * of another device, or of this one before an earlier erasure.
 */
export function readOrder(folder: string): EraseOrder | undefined {
  const file = join(folder, order_name)
  const found = readState<EraseOrder>(file, { unnamed: false })
  if (found.state === 'absent') return undefined
  const order = found.state === 'whole' ? found.value : undefined
  // Once the files are counted, the keys are destroyed one after the other.
  if (order?.phase === 'counted' || (order?.phase === 'asked' && lives(folder).includes(order.life)))
    return order
  const foreign = order?.phase === 'asked'
  const why =
    found.state === 'damaged'
      ? found.why
      : foreign
        ? 'it belongs to another device, or to an earlier erasure'
        : 'it is not an order'
  throw new Error(
    `The order to erase this device is damaged (${why}): ${file}. This start has erased nothing; the order ` +
      'would destroy every key, setting, event and picture. To keep the data, remove the order: ' +
      `rm -r '${file}'. To erase the device, remove everything in ${folder}.`,
  )
}

/** Whether the server restarts to carry out an order. */
export const isErasureOrdered = (folder: string): boolean =>
  readState(join(folder, order_name)).state !== 'absent'

export const writeOrder = (folder: string, order: EraseOrder): void =>
  writeState(join(folder, order_name), order)

export const dropOrder = (folder: string): void => dropState(join(folder, order_name))

export const readCertificate = (folder: string): StateFile<EraseCertificate> =>
  readState(join(folder, certificate_name))

export const writeCertificate = (folder: string, certificate: EraseCertificate): void =>
  writeState(join(folder, certificate_name), certificate)

export const dropCertificate = (folder: string): void => dropState(join(folder, certificate_name))
