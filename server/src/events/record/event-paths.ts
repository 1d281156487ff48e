/**
 * Paths of an event's files under the media folder: one folder for each day in UTC, so that a change of the
 * time zone moves no file.
 */
export type PictureKind = 'image' | 'car' | 'plate'

export const dayFolder = (create_ms: number): string =>
  `events/${new Date(create_ms).toISOString().slice(0, 10)}`

/** Drawn pictures (docs/decisions/0018), numbered in the order in which they are shown. */
export const drawnPath = (create_ms: number, uuid: string, position: number): string =>
  `${dayFolder(create_ms)}/${uuid}-d${position}.jpg`

/** The clip. */
export const clipPath = (create_ms: number, uuid: string): string => `${dayFolder(create_ms)}/${uuid}-c.mp4`

/** The thumbnails of its looks, in one picture. */
export const stripPath = (create_ms: number, uuid: string): string => `${dayFolder(create_ms)}/${uuid}-s.jpg`

/** The name of any of these files, which starts with the uuid. Any other name is an incomplete file. */
export const event_file = /^[0-9a-f-]{36}-(d?\d+\.jpg|s\.jpg|c\.mp4)$/

/** Pictures as received, numbered from 0 in the order in which the analysis sent them. */
export const picturePath = (create_ms: number, uuid: string, position: number): string =>
  `${dayFolder(create_ms)}/${uuid}-${position}.jpg`
