/**
 * Reads an uploaded file: accepts it completely, or refuses
 * it with every fault and its place. Trusts nothing.
 */
import {
  document_bytes,
  document_format,
  document_version,
  issuesOf,
  param_document,
  type Issue,
  type ParamDocument,
} from '@parking/contract'
import { badField, badFields } from '../core/refusal.ts'
import { checksumOf } from './canonical.ts'
import { upgraded, type Raw } from './versions.ts'

/** The document in the current version, and the original file, to which the secrets are bound. */
export type ReadDocument = { document: ParamDocument; raw: Raw }

/** Throws 1000 with issues that name the field. `content` stands for the file as a whole. */
export function readDocument(content: string): ReadDocument {
  if (Buffer.byteLength(content) > document_bytes) throw badField('content', 'too_long', document_bytes)
  const raw = parsed(content.replace(/^\uFEFF/, ''))
  const version = Object.hasOwn(raw, 'version') ? raw['version'] : undefined
  if (
    raw['format'] !== document_format ||
    typeof version !== 'number' ||
    !Number.isInteger(version) ||
    version < 1
  )
    throw badField('content', 'document_foreign')
  if (version > document_version) throw badField('content', 'document_newer', version)
  const untouched = isUntouched(raw)
  const document = upgraded(raw, version)
  const checked = param_document.safeParse(document)
  // Both are reported: for an edited file the faulty fields help, for a damaged file the checksum.
  const issues: Issue[] = [
    ...(untouched ? [] : [{ field: 'content', issue: 'document_changed' as const }]),
    ...(checked.success ? [] : issuesOf(checked.error, document)),
  ]
  if (!checked.success || issues.length > 0) throw badFields(issues)
  return { document: checked.data, raw }
}

function parsed(content: string): Raw {
  try {
    const value: unknown = JSON.parse(content)
    if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.hasOwn(value, 'format')
    )
      return value as Raw
  } catch {
    // Exported files start with the checksum. A file that starts with it but is not JSON was truncated.
    if (/^\s*\{\s*"checksum"\s*:/.test(content)) throw badField('content', 'document_cut')
  }
  throw badField('content', 'document_foreign')
}

function isUntouched(raw: Raw): boolean {
  try {
    return raw['checksum'] === checksumOf(raw)
  } catch (error) {
    if (error instanceof RangeError) throw badField('content', 'document_foreign')
    throw error
  }
}
