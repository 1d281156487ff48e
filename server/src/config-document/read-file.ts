/**
 * Reads an uploaded file: accepts it completely, or refuses
 * it with every fault and its place. Trusts nothing.
 */
import {
  camera_urls,
  document_bytes,
  document_camera,
  document_format,
  document_items,
  document_scene,
  document_version,
  issuesOf,
  param_document,
  param_groups,
  url_fields,
  urlSecrets,
  type Issue,
  type ParamDocument,
} from '@parking/contract'
import * as z from 'zod/mini'
import { masked } from '../params/extra-info.ts'
import { write_only } from '../params/param.store.ts'
import { badField, badFields } from '../core/refusal.ts'
import { checksumOf, max_depth, same } from './canonical.ts'
import { upgraded, type Raw } from './versions.ts'

/** More names than any object of an exported file has. */
const max_names = 256
/** As many issues as a refusal lists. After them, the rest of a list is not checked. */
const max_issues = 50

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
  if (hasTooManyNames(raw)) throw badField('content', 'document_foreign')
  const untouched = raw['checksum'] === checksumOf(raw)
  const { document, issues: found } = checked(upgraded(raw, version))
  const faulty = [...found.map(secretNamed), ...(document ? clearSecrets(document) : [])]
  // Both are reported: for an edited file the faulty fields help, for a damaged file the checksum.
  const issues: Issue[] = [
    ...(untouched ? [] : [{ field: 'content', issue: 'document_changed' as const }]),
    ...faulty,
  ]
  if (!document || issues.length > 0) throw badFields(issues)
  return { document, raw }
}

/** A field that the form does not have because it is a secret: the sentence is about that, not the form. */
const secretNamed = (issue: Issue): Issue =>
  issue.issue === 'unknown_field' && secret_names.has(issue.field.split('.').at(-1) ?? '')
    ? { ...issue, issue: 'document_secret' }
    : issue
const secret_names = new Set([
  'password',
  'passphrase',
  ...param_groups.flatMap((group) => write_only[group]),
])

/** Secrets that can be read in the file: it may be passed on by mail, so it has none. */
function clearSecrets({ sections }: ParamDocument): Issue[] {
  const issue = 'document_secret' as const
  const groups = param_groups.flatMap((group) =>
    Object.entries(sections[group] ?? {}).flatMap(([name, value]): Issue[] => {
      const secret =
        typeof value === 'string' &&
        (name === 'extra_info'
          ? holdsSecret(value)
          : url_fields[group]?.includes(name) && urlSecrets(value).length > 0)
      return secret ? [{ field: `sections.${group}.${name}`, issue }] : []
    }),
  )
  const cameras = (sections.cameras?.list ?? []).flatMap((camera, at) =>
    camera_urls
      .filter((name) => urlSecrets(camera[name]).length > 0)
      .map((name): Issue => ({ field: `sections.cameras.list.${at}.${name}`, issue })),
  )
  return [...groups, ...cameras].slice(0, max_issues)
}

/** Texts that are not JSON are refused by the rules of their field. */
function holdsSecret(text: string): boolean {
  try {
    return !same(JSON.parse(text), JSON.parse(masked(text)))
  } catch {
    return false
  }
}

/**
 * Checks the long lists item by item, so that a file with a hundred thousand faults costs no more than one
 * with fifty.
 */
function checked(raw: Raw): { document?: ParamDocument; issues: Issue[] } {
  const given = recordOf(raw['sections']) ?? {}
  const issues: Issue[] = []
  const cameras = itemsOf(given, 'cameras', document_camera, issues)
  const scenes = itemsOf(given, 'scenes', document_scene, issues)
  const without_items = {
    ...raw,
    ...(recordOf(raw['sections']) && {
      sections: {
        ...given,
        ...(cameras && { cameras: { ...recordOf(given['cameras']), list: [] } }),
        ...(scenes && { scenes: { ...recordOf(given['scenes']), list: [] } }),
      },
    }),
  }
  const result = param_document.safeParse(without_items)
  if (!result.success) return { issues: [...issuesOf(result.error, without_items), ...issues] }
  const sections = {
    ...result.data.sections,
    ...(cameras && { cameras: { list: cameras } }),
    ...(scenes && { scenes: { list: scenes } }),
  }
  return { document: { ...result.data, sections }, issues }
}

/** The valid items of a section's list; undefined if the section has none. Adds the issues of the others. */
function itemsOf<Item extends z.core.$ZodType>(
  sections: Raw,
  section: 'cameras' | 'scenes',
  schema: Item,
  issues: Issue[],
): z.output<Item>[] | undefined {
  const list = recordOf(sections[section])?.['list']
  if (!Array.isArray(list)) return undefined
  const most = document_items[section]
  const path = `sections.${section}.list`
  if (list.length > most) issues.push({ field: path, issue: 'too_long', limit: most })
  const items: z.output<Item>[] = []
  for (const [index, value] of list.slice(0, most).entries()) {
    if (issues.length >= max_issues) break
    const item = z.safeParse(schema, value)
    if (item.success) items.push(item.data)
    else
      for (const { field, ...issue } of issuesOf(item.error, value))
        issues.push({ ...issue, field: `${path}.${index}${field && `.${field}`}` })
  }
  return items
}

const recordOf = (value: unknown): Raw | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : undefined

function hasTooManyNames(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  const inner: unknown[] = Object.values(value)
  return (
    depth > max_depth ||
    (!Array.isArray(value) && inner.length > max_names) ||
    inner.some((one) => hasTooManyNames(one, depth + 1))
  )
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
