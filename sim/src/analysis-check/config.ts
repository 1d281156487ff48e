/** The configuration that the scripted device sends: complete, as docs/analysis-socket.md lists it. */
import type { CheckCamera } from './cameras.ts'
import type { Place } from './scenery.ts'

export type Config = {
  readonly cameras: readonly { readonly camera_sn: string }[]
  readonly scenes: readonly {
    readonly scene_id: string
    readonly camera_sn: string
    readonly lots: readonly { readonly lot_no: string }[]
  }[]
  readonly params: object
}

/** The shortest times and no threshold, so that every change is reported as soon as possible. */
const alg_param = {
  track_seconds: 1,
  track_step: 1,
  track_th: 0.5,
  cover_th: 0.4,
  sim_th: 0.7,
  event_th: 0,
  merge_seconds: 0,
  auto_plate_th: 0.5,
  plate_type: 0,
  auto_plate_ch_th: 0.5,
  auto_event_th: 0.6,
  timer_mode: 0,
  timer_seconds: 600,
  charge_mode: 0,
  auto_upload_th: 0,
  debug_mode: false,
  motor_det: false,
  motor_mode: 0,
  motor_min_seconds: 10,
}
const event_param = {
  images_process: true,
  image_plate: true,
  image_car: true,
  image_max_bytes: 600_000,
  image_width: 1920,
  image_height: 1080,
  image_direction_adaption: false,
  privacy_protection: false,
  video_enabled: false,
  video_max_bytes: 5_000_000,
  video_width: 1280,
  video_height: 720,
  video_duration: 10,
  video_fps: 15,
  osd_enabled: true,
  osd_align: 0,
  osd_datetime: true,
  osd_device_name: 2,
  osd_address: true,
  osd_lot_line: true,
  osd_lot_no: true,
  osd_lot_no_all: false,
  osd_plate_text: true,
  osd_plate_color: false,
}

export const sceneOf = (camera: number): string => `scene-${camera + 1}`
/** The name of a lot in findings and as a key. */
export const lotKey = (scene_id: string, lot_no: string): string => `${scene_id}/${lot_no}`
export const lotsOf = ({ scenes }: Config): Set<string> =>
  new Set(scenes.flatMap(({ scene_id, lots }) => lots.map(({ lot_no }) => lotKey(scene_id, lot_no))))

/** Requires readable plates for `motorcycles`. A program without support reports that in `problems`. */
export function configOf(
  cameras: readonly CheckCamera[],
  places: readonly Place[],
  { without, motorcycles }: { without?: string; motorcycles: boolean },
): Config {
  return {
    cameras: cameras.map(({ camera_sn, name, frame_url }, at) => ({
      camera_sn,
      camera_name: name,
      ipv4: '127.0.0.1',
      onvif_port: 0,
      frame_url,
      stream_url_main: '',
      stream_url_sub: '',
      codec_main: '',
      codec_sub: '',
      username: 'check',
      password: 'kerb:stone 7',
      onvif_supported: false,
      width: places[at]!.width,
      height: places[at]!.height,
      state: 1,
    })),
    scenes: cameras.map(({ camera_sn }, at) => ({
      scene_id: sceneOf(at),
      camera_sn,
      scene_type: 0,
      enabled: true,
      parking_no: `P${at + 1}`,
      direction: 5,
      ref_width: places[at]!.width,
      ref_height: places[at]!.height,
      moved: false,
      lots: places[at]!.lots.filter(({ lot_no }) => lotKey(sceneOf(at), lot_no) !== without).map(
        ({ lot_no, polygon }) => ({
          lot_no,
          lot_type: 1,
          lot_posture: 0,
          motor_num: 1,
          difficult: 0,
          polygon,
        }),
      ),
      feature: [],
      focus: null,
    })),
    params: {
      alg_param: { ...alg_param, motor_det: motorcycles, motor_mode: motorcycles ? 1 : 0 },
      schedule_param: { plans: [] },
      event_param,
    },
  }
}

/** The same configuration with undocumented fields everywhere a field may be added. */
export function withUnknownFields(config: Config): Config {
  const later = { added_later: { by: 'a device of next year' } }
  return {
    ...later,
    cameras: config.cameras.map((camera) => ({ ...camera, ...later })),
    scenes: config.scenes.map((scene) => ({
      ...scene,
      ...later,
      lots: scene.lots.map((lot) => ({ ...lot, ...later })),
    })),
    params: { ...config.params, added_later_param: later },
  } as Config
}
