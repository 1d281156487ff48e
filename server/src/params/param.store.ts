/**
 * The parameter groups (spec §3), each one document of `settings`. A field
 * missing in a stored document has its factory value, so a new field needs
 * no change here. Fields whose schema is marked as secret are encrypted.
 */
import {
  maskedUrl,
  param_factory,
  param_groups,
  param_shapes,
  url_fields,
  type Answer,
  type ParamGroup,
  type Params,
} from '@parking/contract'
import * as z from 'zod/mini'
import type { Deps } from '../core/deps.ts'
import { readSetting, revisionOf, writeSetting } from '../core/settings.store.ts'
import { openedUrl, sealedUrl } from '../core/url-secrets.ts'
import { masked } from './extra-info.ts'

/** A document as stored: its secrets are encrypted. */
export type Stored<Group extends ParamGroup> = Params[Group]
type Vault = Pick<Deps, 'db' | 'secrets'>

const isSecret = (schema: z.ZodMiniType): boolean => z.globalRegistry.get(schema)?.['secret'] === true
/** Write-only fields: reading returns an empty string, and writing an empty string keeps the stored value. */
export const write_only: { readonly [Group in ParamGroup]: readonly string[] } = forEveryGroup((group) =>
  Object.entries(param_shapes[group].shape).flatMap(([field, schema]) => (isSecret(schema) ? [field] : [])),
)
/** Fields that are stored encrypted: the write-only fields, and the JSON text that may contain secrets. */
export const sealed_fields: { readonly [Group in ParamGroup]: readonly string[] } = forEveryGroup((group) => [
  ...write_only[group],
  ...(group === 'platform_param' ? ['extra_info'] : []),
])

/** The address fields of a group. Only the secrets in them are encrypted. */
const urlsOf = (group: ParamGroup): readonly string[] => url_fields[group] ?? []

/** A group as it is stored, with its secrets encrypted. */
export function storedParam<Group extends ParamGroup>({ db }: Pick<Deps, 'db'>, group: Group): Stored<Group> {
  return { ...param_factory[group], ...readSetting<Partial<Stored<Group>>>(db, group, {}) }
}

/** The parameters with decrypted secrets, for the device's own use. They must never leave the server. */
export const readParam = <Group extends ParamGroup>(vault: Vault, group: Group): Params[Group] =>
  opened(vault, group, storedParam(vault, group))

/** The parameters without secrets, for users, with the revision that a change is based on. */
export function shownParam<Group extends ParamGroup>(vault: Vault, group: Group): Answer<`get_${Group}`> {
  return {
    ...shown(group, readParam(vault, group)),
    revision: revisionOf(vault.db, group),
  } as unknown as Answer<`get_${Group}`>
}

/** A decrypted document without its secrets. `<name>_set` says whether each secret is set. */
export function shown<Group extends ParamGroup>(group: Group, param: Params[Group]): Params[Group] {
  const values = param as Readonly<Record<string, unknown>>
  const hidden = write_only[group].flatMap((field) => [
    [field, ''],
    [`${field}_set`, values[field] !== ''],
  ])
  const extra = 'extra_info' in param ? { extra_info: masked(param.extra_info) } : {}
  return changed({ ...param, ...Object.fromEntries(hidden), ...extra }, urlsOf(group), maskedUrl)
}

/** Decrypts a document. Throws if a secret was encrypted with another key. */
export function opened<Group extends ParamGroup>(
  { secrets }: Pick<Deps, 'secrets'>,
  group: Group,
  stored: Stored<Group>,
): Params[Group] {
  const known = changed(stored, sealed_fields[group], (sealed) => secrets.open(sealed))
  return changed(known, urlsOf(group), (url) => openedUrl(url, { secrets }))
}

/**
 * Encrypts a document. Unchanged secrets keep their encrypted text, so that equal documents have equal texts.
 */
export function sealed<Group extends ParamGroup>(
  { secrets }: Pick<Deps, 'secrets'>,
  group: Group,
  param: Params[Group],
  old: Stored<Group>,
): Stored<Group> {
  const before = old as Readonly<Record<string, unknown>>
  const known = changed(param, sealed_fields[group], (plain, field) => {
    const kept = before[field]
    return typeof kept === 'string' && secrets.open(kept) === plain ? kept : secrets.seal(plain)
  })
  return changed(known, urlsOf(group), (plain, field) =>
    sealedUrl(plain, String(before[field] ?? ''), { secrets }),
  )
}

/** Stores a group whose secrets the caller has encrypted (`sealed`). */
export const writeParam = <Group extends ParamGroup>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  group: Group,
  stored: Stored<Group>,
): void => writeSetting(db, group, stored, now())

/** The answer of `get_all_param`. */
export const shownParams = (vault: Vault): Answer<'get_all_param'> => ({
  alg_param: shownParam(vault, 'alg_param'),
  schedule_param: shownParam(vault, 'schedule_param'),
  event_param: shownParam(vault, 'event_param'),
  storage_param: shownParam(vault, 'storage_param'),
  platform_param: shownParam(vault, 'platform_param'),
  alarm_param: shownParam(vault, 'alarm_param'),
  mqtt_param: shownParam(vault, 'mqtt_param'),
})

function changed<T extends object>(
  values: T,
  fields: readonly string[],
  change: (text: string, field: string) => string,
): T {
  const known = values as Readonly<Record<string, unknown>>
  return {
    ...values,
    ...Object.fromEntries(
      fields.flatMap((field) =>
        typeof known[field] === 'string' ? [[field, change(known[field], field)]] : [],
      ),
    ),
  }
}

function forEveryGroup<T>(of: (group: ParamGroup) => T): { readonly [Group in ParamGroup]: T } {
  return Object.fromEntries(param_groups.map((group) => [group, of(group)])) as { [Group in ParamGroup]: T }
}
