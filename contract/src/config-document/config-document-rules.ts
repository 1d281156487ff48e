/** The configuration as a document: its constants and the rule of its passphrase, without the schemas, so that a browser can have them for a few bytes. */
import type { IssueKind } from '../core/rules.ts'

/** What the file says it is. */
export const document_format = 'parking-edge-configuration'
/** The version that is written. Every older one is read (docs/configuration.md); a newer one is refused. */
export const document_version = 1
/** The most that a file may have, in bytes. */
export const document_bytes = 4 * 1024 * 1024
/** What the name of a file ends in. */
export const document_suffix = '.parking.json'

/** The parts of a document, in the order in which they are shown and applied. */
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
  'cameras',
  'scenes',
] as const
export type DocumentSection = (typeof document_sections)[number]

/** Those that an import never applies: an address is the box's own, and taking another's would cut it off (docs/configuration.md). */
export const read_only_sections: readonly DocumentSection[] = ['network']
export const importable_sections = document_sections.filter(
  (section) => !read_only_sections.includes(section),
)

export const passphrase_length = { min: 12, max: 128 } as const
const min_different = 6

/** A passphrase is attacked by whoever has the file, as often as he likes: long, and not one key again and again. Any script will do. */
export function passphraseIssue(text: string): IssueKind | undefined {
  const characters = [...text.normalize('NFKC')]
  if (characters.length < passphrase_length.min) return 'too_short'
  if (characters.length > passphrase_length.max) return 'too_long'
  return new Set(characters).size < min_different ? 'passphrase_simple' : undefined
}

/** What is said before an import is applied. */
export const document_warnings = [
  'other_device',
  'secrets_locked',
  'cameras_removed',
  'camera_needs_password',
  'secret_missing',
  'mode_clears_scenes',
  'lots_removed',
  'shut_out',
] as const
export type DocumentWarning = (typeof document_warnings)[number]
