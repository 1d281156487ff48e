/** Where an event's pictures lie, under the media folder: one folder a day (UTC, so that a change of zone moves nothing). */
export type PictureKind = 'image' | 'car' | 'plate'

export const dayFolder = (create_ms: number): string =>
  `events/${new Date(create_ms).toISOString().slice(0, 10)}`

/** What was drawn of it (docs/decisions/0018), numbered in the order in which it is shown. */
export const drawnPath = (create_ms: number, uuid: string, position: number): string =>
  `${dayFolder(create_ms)}/${uuid}-d${position}.jpg`

/** Its clip. */
export const clipPath = (create_ms: number, uuid: string): string => `${dayFolder(create_ms)}/${uuid}-c.mp4`

/** The name of any of them, which begins with the uuid of its event. What is called otherwise is half written. */
export const event_file = /^[0-9a-f-]{36}-(d?\d+\.jpg|c\.mp4)$/

/** Pictures are numbered from 0 in the order in which the analysis named them. */
export const picturePath = (create_ms: number, uuid: string, position: number): string =>
  `${dayFolder(create_ms)}/${uuid}-${position}.jpg`
