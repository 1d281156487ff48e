/** Where an event's pictures lie, under the media folder: one folder a day (UTC, so that a change of zone moves nothing). */
export type PictureKind = 'image' | 'car' | 'plate'

export const dayFolder = (create_ms: number): string => `events/${new Date(create_ms).toISOString().slice(0, 10)}`

/** What was drawn of it (docs/decisions/0018), numbered in the order in which it is shown. */
export const drawnPath = (create_ms: number, uuid: string, position: number): string => `${dayFolder(create_ms)}/${uuid}-d${position}.jpg`

/** Pictures are numbered from 0 in the order in which the analysis named them. */
export const picturePath = (create_ms: number, uuid: string, position: number): string => `${dayFolder(create_ms)}/${uuid}-${position}.jpg`
