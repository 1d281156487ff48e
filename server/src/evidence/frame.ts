/**
 * The picture on which a preview is drawn, with its facts: the newest event of the lot, else the camera's
 * last picture, else the reference picture of the scene.
 */
import { plate_type, type evidence_source } from '@parking/contract'
import { allCameras } from '../camera/camera.store.ts'
import { lastPicture } from '../camera/picture-file.ts'
import { findScenes, type Scene } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'
import { deviceAddress, deviceName } from '../device/device.store.ts'
import { picturePath } from '../events/record/event-paths.ts'
import { readParam } from '../params/param.store.ts'
import { picturesOf } from '../events/record/event.store.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { newestEvents, newestPlace, type EvidenceEvent } from './event-frame.store.ts'
import { plateBoxOf } from '../events/record/evidence.store.ts'
import type { EvidenceFacts } from './drawing/facts.ts'

export type EvidenceFrame = {
  readonly source: (typeof evidence_source)[number]
  readonly taken_ms: number
  readonly jpeg: Buffer
  readonly given: { car?: Buffer; plate?: Buffer }
}
type Asked = { camera_sn?: string | undefined; lot_no?: string | undefined }
export type Found = {
  camera_sn: string
  lot_no: string
  scene: Scene | undefined
  frame: EvidenceFrame | undefined
  facts: EvidenceFacts
}

/** A sample plate for a picture without an event. */
const sample_plate = { zh: ['粤B·12345', 'blue'], tw: ['ABC-1234', 'white'] } as const

/**
 * If neither a camera nor a lot is given, uses the lot of the newest event, else the first lot of the first
 * camera with lots. Throws 3000 for an unknown camera or lot.
 */
export async function findFrame(given: Asked, deps: Deps): Promise<Found> {
  const { db } = deps
  const asked: Asked =
    given.camera_sn === undefined && given.lot_no === undefined ? (newestPlace(db) ?? given) : given
  const scenes = findScenes(db, { camera_sn: asked.camera_sn })
  const cameras = allCameras(db)
  const scene =
    asked.lot_no === undefined
      ? (scenes.find(({ lots }) => lots.length > 0) ?? scenes[0])
      : scenes.find(({ lots }) => lots.some(({ lot_no }) => lot_no === asked.lot_no))
  if (asked.lot_no !== undefined && !scene) throw notFound('The lot')
  const camera =
    cameras.find(({ camera_sn }) => camera_sn === (asked.camera_sn ?? scene?.row.camera_sn)) ??
    (asked.camera_sn === undefined ? cameras[0] : undefined)
  if (asked.camera_sn !== undefined && !camera) throw notFound('The camera')
  const lot_no = asked.lot_no ?? scene?.lots[0]?.lot_no ?? ''
  const event = camera && lot_no ? await eventFrame(camera.camera_sn, lot_no, deps) : undefined
  const frame =
    event?.frame ??
    (camera && (await cameraFrame(camera.camera_sn, deps))) ??
    (scene && (await referenceFrame(scene, deps)))
  const script = readParam(deps, 'alg_param').plate_type === plate_type.taiwan ? 'tw' : 'zh'
  const [plate_number, plate_color] = event
    ? [event.row.plate_number, event.row.plate_color]
    : sample_plate[script]
  const facts = await factsOf(
    {
      taken_ms: frame?.taken_ms ?? deps.now(),
      camera_name: camera?.camera_name ?? '',
      lot_no,
      plate_number,
      plate_color,
      scene,
    },
    deps,
  )
  const plate_box = event && plateBoxOf(db, event.row.event_id)
  return {
    camera_sn: camera?.camera_sn ?? '',
    lot_no,
    scene,
    frame,
    facts: { ...facts, ...(plate_box && { plate_box }) },
  }
}

type Known = {
  taken_ms: number
  camera_name: string
  lot_no: string
  plate_number: string
  plate_color: string
  scene: Scene | undefined
}

/** The facts that can be drawn on evidence for a moment on a lot, from current data. */
export async function factsOf({ taken_ms, scene, ...known }: Known, deps: Deps): Promise<EvidenceFacts> {
  const { province, city, district, detail_address } = deviceAddress(deps.db)
  return {
    ...known,
    time_str: stampOf(taken_ms),
    host_name: deviceName(deps.db) || (await deps.host.identity()).host_name,
    address: [province, city === province ? '' : city, district, detail_address].join(''),
    script: readParam(deps, 'alg_param').plate_type === plate_type.taiwan ? 'tw' : 'zh',
    lots: scene?.lots.map(({ lot_no, polygon }) => ({ lot_no, polygon })) ?? [],
  }
}

async function eventFrame(
  camera_sn: string,
  lot_no: string,
  deps: Deps,
): Promise<{ row: EvidenceEvent; frame: EvidenceFrame } | undefined> {
  for (const row of newestEvents(deps.db, camera_sn, lot_no)) {
    const given: Record<string, Buffer> = {}
    for (const { position, kind } of picturesOf(deps.db, row.event_id)) {
      const content = await deps.media.files
        .read(picturePath(row.create_ms, row.uuid, position))
        .catch(() => undefined)
      if (content) given[kind] ??= content
    }
    const { image, ...cut } = given
    if (image && jpegSize(image))
      return { row, frame: { source: 'event', taken_ms: row.event_ms, jpeg: image, given: cut } }
  }
  return undefined
}

async function cameraFrame(camera_sn: string, { media }: Deps): Promise<EvidenceFrame | undefined> {
  return pictureAt(media, lastPicture(camera_sn), 'camera')
}

const referenceFrame = async ({ row }: Scene, { media }: Deps): Promise<EvidenceFrame | undefined> =>
  row.ref_picture === '' ? undefined : pictureAt(media, row.ref_picture, 'reference')

async function pictureAt(
  { files }: Deps['media'],
  path: string,
  source: 'camera' | 'reference',
): Promise<EvidenceFrame | undefined> {
  const found = await files.whole(path).catch(() => undefined)
  return found && jpegSize(found.content)
    ? { source, taken_ms: Math.round(found.mtime_ms), jpeg: found.content, given: {} }
    : undefined
}
