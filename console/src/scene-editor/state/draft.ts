/**
 * Unsaved changes, stored in localStorage so that a reload or crash loses nothing. A draft is offered to the
 * user and never restored automatically, because the scene on the device may have changed since.
 */
import type { SceneDocument } from '../model/document.ts'

/**
 * `base`: the version of the stored scene that was edited (`versionOf`); empty for a new scene. `time`: when
 * the draft was written, in milliseconds since 1970.
 */
export type Draft = {
  readonly version: 1
  readonly time: number
  readonly base: string
  readonly document: SceneDocument
}

const keyOf = (camera_sn: string, scene_id: string | undefined): string =>
  `scene-draft/${camera_sn}/${scene_id ?? 'new'}`

export function saveDraft(
  camera_sn: string,
  scene_id: string | undefined,
  draft: Omit<Draft, 'version'>,
): void {
  try {
    localStorage.setItem(keyOf(camera_sn, scene_id), JSON.stringify({ version: 1, ...draft }))
  } catch {
    // Storage is full or disabled. The editor works without it, and leaving the page asks for confirmation.
  }
}

export function deleteDraft(camera_sn: string, scene_id: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(camera_sn, scene_id))
  } catch {
    // Storage is disabled, so there is no draft to delete.
  }
}

/** The draft of this scene; undefined if there is none that this version can read. */
export function readDraft(camera_sn: string, scene_id: string | undefined): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(camera_sn, scene_id)) ?? 'null')
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Another version of the console may have written the stored value. */
export function isDraft(value: unknown): value is Draft {
  if (
    !isRecord(value) ||
    value['version'] !== 1 ||
    typeof value['time'] !== 'number' ||
    typeof value['base'] !== 'string'
  )
    return false
  const document = value['document']
  if (
    !isRecord(document) ||
    !isRecord(document['scene']) ||
    !isRecord(document['kept']) ||
    !isRecord(document['points'])
  )
    return false
  const { points, lots } = document
  return (
    typeof document['next'] === 'number' &&
    Array.isArray(lots) &&
    lots.every(
      (lot: unknown) =>
        isRecord(lot) &&
        typeof lot['lot_no'] === 'string' &&
        Array.isArray(lot['corners']) &&
        lot['corners'].every((corner: unknown) => String(corner) in points),
    )
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * What a draft is based on: the revision of the stored scene, or its save time on a device without revisions.
 */
export const versionOf = (
  scene: { readonly revision?: number | undefined; readonly update_time_str: string } | undefined,
): string => String(scene?.revision ?? scene?.update_time_str ?? '')
