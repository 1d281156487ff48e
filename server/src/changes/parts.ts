/** Compares two states of the configuration, and decides which differences can be undone as a whole. */
import { isDeepStrictEqual } from 'node:util'
import { secret_mask, type ChangeKind } from '@parking/contract'
import { maskedWhole } from '../core/audit-values.ts'
import type { Part, Parts } from './configuration-rows.store.ts'

/** `before` or `after` is null if the part did not exist. */
export type ChangedPart = { key: string; before: Part | null; after: Part | null }

/** What the device learns of a camera and keeps beside what a user sets. */
const camera_states = [
  'codec',
  'codec_sub',
  'sources',
  'mac',
  'endpoint',
  'service_path',
  'stills',
  'state',
  'state_reason',
  'state_ms',
  'create_ms',
]
const scene_states = ['ref_picture', 'references', 'update_ms']

/** Fields that the device itself measures or sets; an undo leaves them unchanged. */
const device_fields: Readonly<Record<string, readonly string[]>> = {
  camera: [
    'ptz_supported',
    'camera_type',
    'width',
    'height',
    'bit_rate',
    'frame_rate',
    'model',
    ...camera_states,
  ],
  scene: scene_states,
}
/** The kind in a key such as `camera/SN`; `nameInKey` returns the rest. */
export const kindOfKey = (key: string): string => key.split('/')[0] ?? ''
export const nameInKey = (key: string): string => key.slice(key.indexOf('/') + 1)

/** The fields that differ between two parts, without fields that the device itself sets. */
export function differingFields(key: string, one: Part, other: Part): string[] {
  const ignored = device_fields[kindOfKey(key)] ?? []
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !ignored.includes(field) && !isDeepStrictEqual(one[field], other[field]),
  )
}

/** The parts that differ between two states of the configuration. */
export function changedParts(before: Parts, after: Parts): ChangedPart[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null]
    const same = was && is ? differingFields(key, was, is).length === 0 : was === is
    return same ? [] : [{ key, before: was, after: is }]
  })
}

const isLot = (field: string) => field.startsWith('lot ')
const lotsIn = (part: Part | null): number => Object.keys(part ?? {}).filter(isLot).length

/** How many cameras, scenes, lots and fields changed. */
export function countsOf(parts: readonly ChangedPart[]): Record<string, number> {
  const of = (kind: string) => parts.filter(({ key }) => kindOfKey(key) === kind)
  const fields = [...of('setting'), ...of('whitelist')].reduce(
    (sum, { key, before, after }) => sum + differingFields(key, before ?? {}, after ?? {}).length,
    0,
  )
  const lots = of('scene').reduce(
    (sum, { key, before, after }) =>
      sum +
      (before && after
        ? differingFields(key, before, after).filter(isLot).length
        : lotsIn(before) + lotsIn(after)),
    0,
  )
  const counts = { cameras: of('camera').length, scenes: of('scene').length, lots, fields }
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
}

/** The name of a part for users: cameras by name, scenes by their car park, settings by their group. */
export function nameOf({ key, before, after }: ChangedPart): string {
  const part = after ?? before ?? {}
  const kind = kindOfKey(key)
  const name =
    kind === 'camera' ? part['camera_name'] : kind === 'scene' ? part['parking_no'] : nameInKey(key)
  return String(name || nameInKey(key)).slice(0, 200)
}

/** Fields of a part that only its undo needs, and states that change by themselves. */
const passing_fields: Readonly<Record<string, readonly string[]>> = {
  camera: ['password', ...camera_states],
  scene: scene_states,
}

/**
 * A part as the history keeps it, without the secrets of a camera: only the fact that there is a new password
 * remains. The result for such a part is the part itself. Settings keep their secrets sealed.
 */
export function lastingForm({ key, before, after }: ChangedPart): ChangedPart {
  const kind = kindOfKey(key)
  const passing = passing_fields[kind]
  if (!passing) return { key, before, after }
  const lasting = (part: Part) => {
    const known = Object.fromEntries(Object.entries(part).filter(([field]) => !passing.includes(field)))
    // A scene contains no secrets, and a lot number must not be mistaken for the name of a secret.
    return kind === 'camera' ? maskedWhole(known) : known
  }
  const password = after?.['password']
  const renewed = password && password !== before?.['password'] ? { password: secret_mask } : {}
  return { key, before: before && lasting(before), after: after && { ...lasting(after), ...renewed } }
}

/**
 * Whether a change can be undone as a whole: it removes something or changes several values at once. A change
 * of one value is as quick to correct by hand as to undo.
 */
export function canBeUndone(kind: ChangeKind, parts: readonly ChangedPart[]): boolean {
  if (kind === 'change_params')
    return (
      parts.reduce(
        (n, { key, before, after }) => n + differingFields(key, before ?? {}, after ?? {}).length,
        0,
      ) > 1
    )
  if (kind !== 'change_scene') return parts.length > 0
  return parts.some(({ key, before, after }) => {
    if (!before || !after) return before !== null
    const fields = differingFields(key, before, after)
    return fields.length > 1 || fields.some((field) => isLot(field) && !(field in after))
  })
}

/** The pictures that a part refers to, below the media folder. */
export function picturesOf(part: Part | null): string[] {
  const references = (part?.['references'] ?? []) as readonly { picture: string }[]
  return [part?.['ref_picture'], ...references.map(({ picture }) => picture)].filter(
    (path): path is string => typeof path === 'string' && path !== '',
  )
}
