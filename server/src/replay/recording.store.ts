/** Stores the recordings of looks that the analysis application passes to the server (docs/what-if.md). */
import type { Db } from '../core/db.ts'

export type RecordingRow = {
  recording_id: number
  name: string
  camera_sn: string
  from_ms: number
  to_ms: number
  looks: number
  bytes: number
  /** JSON: the times of its pictures. */
  pictures: string
}
export type NewRecording = Omit<RecordingRow, 'recording_id' | 'pictures'> & { pictures: readonly number[] }

export const insertRecording = (db: Db, { pictures, ...row }: NewRecording): void =>
  void db.run(
    `INSERT INTO recording (name, camera_sn, from_ms, to_ms, looks, bytes, pictures)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [row.name, row.camera_sn, row.from_ms, row.to_ms, row.looks, row.bytes, JSON.stringify(pictures)],
  )

/** The recordings that end after a time, in chronological order. */
export const recordingsSince = (db: Db, from_ms: number): RecordingRow[] =>
  db.all<RecordingRow>('SELECT * FROM recording WHERE to_ms > ? ORDER BY from_ms, recording_id', [from_ms])

export const hasRecording = (db: Db, name: string): boolean =>
  db.get('SELECT 1 FROM recording WHERE name = ?', [name]) !== undefined

export const oldestRecording = (db: Db): RecordingRow | undefined =>
  db.get<RecordingRow>('SELECT * FROM recording ORDER BY from_ms, recording_id LIMIT 1')

export const deleteRecording = (db: Db, recording_id: number): void =>
  void db.run('DELETE FROM recording WHERE recording_id = ?', [recording_id])

export type RecordedSpan = {
  from_ms: number | null
  to_ms: number | null
  looks: number
  bytes: number
  cameras: number
  /** The duration of all recordings of the camera that has the most, in milliseconds. */
  longest_ms: number
}
export const recordedSpan = (db: Db): RecordedSpan =>
  db.get<RecordedSpan>(
    `SELECT min(from_ms) AS from_ms, max(to_ms) AS to_ms, ifnull(sum(looks), 0) AS looks,
       ifnull(sum(bytes), 0) AS bytes, count(DISTINCT camera_sn) AS cameras,
       (SELECT ifnull(max(ms), 0) FROM
         (SELECT sum(to_ms - from_ms) AS ms FROM recording GROUP BY camera_sn)) AS longest_ms
     FROM recording`,
  )!
