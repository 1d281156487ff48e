/** Puts the device's own English sentences into the user's language; the words of a peer stay as they are. */
import { readSentence } from '@parking/contract/core/device-sentences.ts'
import type { Areas } from '../locales/areas.ts'

export type DeviceTextWords = Areas['device_said']

export const translateDeviceText = (text: string, words: DeviceTextWords): string =>
  ownWords(text, words) ?? storageText(text, words) ?? text

/** A sentence of the device; undefined for the words of a peer. */
export function ownWords(text: string, words: DeviceTextWords): string | undefined {
  const own = readSentence(text)
  if (!own) return undefined
  const { said } = own.facts
  return words.sentences[own.key](
    said === undefined ? own.facts : { ...own.facts, said: translateDeviceText(said, words) },
  )
}

/** A failed upload: `write: denied (AccessDenied)`. */
function storageText(text: string, words: DeviceTextWords): string | undefined {
  const [, step = '', reason = '', said = ''] = /^([a-z]+): ([a-z_]+)(?: \((.*)\))?$/s.exec(text) ?? []
  return has(words.storage_steps, step) && has(words.storage_reasons, reason)
    ? words.storage(
        words.storage_steps[step],
        words.storage_reasons[reason],
        translateDeviceText(said, words),
      )
    : undefined
}

const has = <T extends object>(table: T, key: string): key is keyof T & string => Object.hasOwn(table, key)
