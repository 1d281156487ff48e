/**
 * Constants and rules of the configuration document, without schemas, so that they cost the browser only a
 * few bytes.
 */
import type { IssueKind } from '../core/rules.ts'

/** The `format` field of a file. */
export const document_format = 'parking-edge-configuration'
/**
 * The version that is written. Every older version can be read (docs/configuration.md); a newer one is
 * refused.
 */
export const document_version = 1
/** The size limit of a file in bytes. */
export const document_bytes = 4 * 1024 * 1024
/** The most cameras and scenes of a file. */
export const document_items = { cameras: 1_000, scenes: 2_000 } as const
/** The suffix of a file name. */
export const document_suffix = '.parking.json'

/** The sections of a document, in the order in which they are shown and applied. */
export const document_sections = [
  'device',
  'time',
  'network',
  'whitelist',
  'business_mode',
  'alg_param',
  'schedule_param',
  'event_param',
  'storage_param',
  'platform_param',
  'alarm_param',
  'alarm_mail',
  'mqtt_param',
  'cameras',
  'scenes',
] as const
export type DocumentSection = (typeof document_sections)[number]

/**
 * Sections that an import never applies: the address of another device would cut off this one
 * (docs/configuration.md).
 */
export const read_only_sections: readonly DocumentSection[] = ['network']
export const importable_sections = document_sections.filter(
  (section) => !read_only_sections.includes(section),
)

/** What boxes of one owner share: the sections that a commissioning file may hold. */
export const commissioning_sections = importable_sections.filter(
  (section) => section !== 'cameras' && section !== 'scenes',
)
/** In the device name of a file: the last six signs of the serial number of the box that reads it. */
export const serial_mark = '{sn}'
const serial_signs = 6

/** The name that a box with this serial number takes from a file. */
export const nameByRule = (name: string, serial: string): string =>
  name.replaceAll(serial_mark, serial.slice(-serial_signs))

/** The first 80 bits of a checksum in groups of four, for two people who compare them by eye or by voice. */
export const checkCode = (checksum: string): string =>
  (checksum.replace('sha256:', '').slice(0, 20).match(/.{4}/g) ?? []).join(' ')

export const passphrase_length = { min: 12, max: 128 } as const
const min_distinct = 6

/**
 * An attacker with the file can try passphrases without limit, so they must be long and not repeat a few
 * characters. Every script is allowed.
 */
export function passphraseIssue(text: string): IssueKind | undefined {
  const characters = [...text.normalize('NFKC')]
  if (characters.length < passphrase_length.min) return 'too_short'
  if (characters.length > passphrase_length.max) return 'too_long'
  return new Set(characters).size < min_distinct ? 'passphrase_simple' : undefined
}

/** Warnings before an import is applied. */
export const document_warnings = [
  'other_device',
  'secrets_locked',
  'cameras_removed',
  'camera_needs_password',
  'secret_missing',
  'mode_clears_scenes',
  'lots_removed',
  'shut_out',
  'breaks_evidence_rules',
] as const
export type DocumentWarning = (typeof document_warnings)[number]
