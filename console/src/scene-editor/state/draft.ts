/**
 * What has not been saved, kept in this browser, so that a reload, a crash or a dead battery loses nothing. It is offered, never
 * put in place unasked: the scene on the device may have changed since.
 */
import type { SceneDocument } from '../model/document.ts'

/** `base`: when the scene that was being edited had last been saved on the device; empty for a new one. */
export type Draft = {
  readonly version: 1
  readonly time: number
  readonly base: string
  readonly document: SceneDocument
}

const keyOf = (camera_sn: string, scene_id: string | undefined): string =>
  `scene-draft/${camera_sn}/${scene_id ?? 'new'}`

export function keepDraft(
  camera_sn: string,
  scene_id: string | undefined,
  draft: Omit<Draft, 'version'>,
): void {
  try {
    localStorage.setItem(keyOf(camera_sn, scene_id), JSON.stringify({ version: 1, ...draft }))
  } catch {
    // The storage is full or switched off. The editor works without; leaving still asks.
  }
}

export function dropDraft(camera_sn: string, scene_id: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(camera_sn, scene_id))
  } catch {
    // As above.
  }
}

/** The draft of this scene; undefined when there is none, or none that this version can read. */
export function readDraft(camera_sn: string, scene_id: string | undefined): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(camera_sn, scene_id)) ?? 'null')
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The storage is the user's own, but another version of the console may have written it. */
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
