/**
 * A second reader of dossiers, written from docs/evidence.md ("Reading a stay from the files") alone: it
 * knows neither the server nor the verifier, and reads only what the device wrote about each event.
 */

type ReadEvent = { uuid: string; type: number; ms: number; standing: string; plate: string; camera: string }
type Gone = { uuid: string; event_type: number; event_ms: number; plate_number: string | null }
type Deleted = { deleted_ms: number; deleted_by: string }
type EventFile = {
  standing: string
  taken_in: { event_type: number; event_ms: number; plate: { read: string }; place: { camera_sn: string } }
  state: { checked_plate: string | null; typed?: true }
}

/**
 * The stay in the files of an unpacked dossier, by name: its events, and its begin, end and length in
 * milliseconds. End and length are null without an exit. `gone`: what was deleted around it.
 */
export function readStay(files: Record<string, Uint8Array>) {
  const json = <T>(name: string): T => JSON.parse(new TextDecoder().decode(files[name])) as T
  const { events: uuids, gone } = json<{ events: string[]; gone: (Gone & Deleted)[] }>('dossier.json')
  const events = uuids.map((uuid): ReadEvent => {
    const { standing, taken_in, state } = json<EventFile>(`events/${uuid}.json`)
    const { event_type: type, event_ms: ms, plate, place } = taken_in
    const camera = state.typed ? '' : place.camera_sn
    return { uuid, standing, type, ms, plate: state.checked_plate ?? plate.read, camera }
  })
  const counted = events.filter(({ type, standing }) => type <= 3 && standing !== 'withdrawn')
  const begin_ms = counted[0]?.ms
  const exit = counted.find(({ type }) => type === 3)
  return {
    events,
    gone,
    begin_ms,
    end_ms: exit?.ms ?? null,
    length_ms: exit && begin_ms !== undefined ? exit.ms - begin_ms : null,
  }
}
