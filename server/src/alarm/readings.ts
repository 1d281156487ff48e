/**
 * Readings that the box takes of itself for the alarms. Nothing here is slow or contacts another machine. The
 * clock is read in clock-reading.ts.
 */
import type { CameraLooks } from '../camera/look.ts'
import type { WatchFigures } from '../camera/watch-figures.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import { alarm_limits, camera_state, type AlarmKind } from '@parking/contract'
import { allCameras } from '../camera/camera.store.ts'
import { movedByCamera } from '../camera/reference.store.ts'
import type { Finding } from '../core/data-findings.ts'
import type { Deps } from '../core/deps.ts'
import { platformParam } from '../platform/platform-param.store.ts'
import type { DeviceCertificate } from '../tls/device-certificate.ts'
import type { HeartbeatState } from '../platform/heartbeat-state.ts'
import { worstSignInFailures } from '../user/throttle.ts'
import { leftModel } from '../models/model-use.ts'
import type { Space } from '../core/files/disk-space.ts'
import { upgradeReadings, type FailedUpgrade } from './failed-upgrade.ts'
import { levelAbove, levelBelow } from './machine.ts'
import { failedEventsReading, queueReading } from './queue-readings.ts'
import type { Reading, ReportedReadings } from './reading.ts'
import { watchReadings } from './watch-readings.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'now' | 'app' | 'findings'> & {
  analysis: AnalysisConnection
  looks: CameraLooks
  watch_figures: WatchFigures
  heartbeat: HeartbeatState
  readings: ReportedReadings
  certificate: DeviceCertificate
  upgrade: Upgrade
}
/** The last failed upgrade, if none has been tried since. */
type Upgrade = { readonly failed: FailedUpgrade | undefined }

/** All readings except the clock. `space`: the space of the data disk; undefined if unknown. */
export function readingsNow(deps: Needs, space: Space | undefined): Reading[] {
  return [
    ...cameraReadings(deps),
    ...watchReadings(deps),
    ...(space ? [diskReading(space)] : []),
    queueReading(deps),
    failedEventsReading(deps),
    signInReading(deps),
    analysisReading(deps),
    platformReading(deps),
    ...certificateReadings(deps),
    modelReading(deps),
    ...upgradeReadings(deps.upgrade.failed),
    ...deps.findings.all().map(dataReading),
    ...deps.readings.all().filter((one) => !isGone(deps, one)),
  ]
}

const camera_kinds: readonly AlarmKind[] = [
  'camera_down',
  'camera_moved',
  'camera_dark',
  'camera_frozen',
  'camera_clock',
  'camera_unseen',
]

/**
 * Whether the subject no longer exists: a deleted camera, a failed upgrade after another upgrade, or a damage
 * that is repaired.
 */
export function isGone(
  { db, upgrade, findings }: Pick<Deps, 'db' | 'findings'> & { upgrade: Upgrade },
  { kind, subject }: Pick<Reading, 'kind' | 'subject'>,
): boolean {
  if (kind === 'upgrade') return upgrade.failed?.version !== subject
  if (kind === 'data_file') return !findings.has(subject)
  return camera_kinds.includes(kind) && !allCameras(db).some(({ camera_sn }) => camera_sn === subject)
}

/** While a camera is offline, the state of its picture is unknown. */
function cameraReadings({ db, looks }: Needs): Reading[] {
  const moved = movedByCamera(db)
  return allCameras(db).flatMap(({ camera_sn, camera_name, state, state_reason }): Reading[] => {
    const about = { subject: camera_sn, name: camera_name }
    const offline = state !== camera_state.online
    const look = looks.get(camera_sn)
    const health = look?.health ?? ''
    const picture = (bad: boolean) => (bad ? 'bad' : offline || look === undefined ? 'between' : 'well')
    return [
      // The state is unknown until the first check after a start.
      {
        ...about,
        kind: 'camera_down',
        level: look === undefined ? 'between' : offline ? 'bad' : 'well',
        facts: offline ? { state, step: state_reason } : {},
      },
      // Set by the picture comparison (camera/reference/moved.ts), removed when the lots have been corrected.
      {
        ...about,
        kind: 'camera_moved',
        level: moved.has(camera_sn) ? 'bad' : 'well',
        facts: moved.has(camera_sn) ? { pixels: Math.round(moved.get(camera_sn) ?? 0) } : {},
      },
      { ...about, kind: 'camera_dark', level: picture(health === 'dark'), facts: {} },
      { ...about, kind: 'camera_frozen', level: picture(health === 'frozen'), facts: {} },
    ]
  })
}

function diskReading({ total, free }: Space): Reading {
  const percent = total === 0 ? 100 : Math.floor((free / total) * 1000) / 10
  return {
    kind: 'disk',
    subject: '',
    name: '',
    level: levelBelow(percent, alarm_limits.disk_percent),
    facts: { free, total, percent },
  }
}

function signInReading({ db, now }: Needs): Reading {
  const { failures, address } = worstSignInFailures(db, now())
  return {
    kind: 'sign_in',
    subject: '',
    name: '',
    level: levelAbove(failures, alarm_limits.sign_ins),
    facts: { failures, address },
  }
}

/** Bad regardless of who stopped the application and why: while it is down, the street is not observed. */
function analysisReading({ app, analysis }: Needs): Reading {
  const { state, reason } = app.status()
  const down = analysis.peer === null && state !== 'unsupported'
  return {
    kind: 'analysis',
    subject: '',
    name: '',
    level: down ? 'bad' : 'well',
    facts: down ? { state, reason: reason.slice(0, 200) } : {},
  }
}

function platformReading(deps: Needs): Reading {
  const { failures, success_ms, said } = deps.heartbeat.current
  const level =
    platformParam(deps).device_hb_url === ''
      ? 'well'
      : failures > 0
        ? 'bad'
        : success_ms === null
          ? 'between'
          : 'well'
  return { kind: 'platform', subject: '', name: '', level, facts: { said: said.slice(0, 300) } }
}

/** The device renews its own certificate. An administrator is reminded twice to replace an imported one. */
function certificateReadings({ certificate, now }: Needs): Reading[] {
  const days = certificate.importedDaysLeft(now())
  const { first, last } = alarm_limits.certificate_days
  return [first, last].map((limit): Reading => ({
    kind: 'certificate',
    subject: limit === first ? '' : 'last',
    name: '',
    level: days !== undefined && days <= limit ? 'bad' : 'well',
    facts: days === undefined ? {} : { days },
  }))
}

/** Bad until a user has chosen a model, or deleted the model that the device stopped using by itself. */
function modelReading(deps: Needs): Reading {
  const left = leftModel(deps)
  return {
    kind: 'model',
    subject: '',
    name: '',
    level: left ? 'bad' : 'well',
    facts: left ? { name: `${left.name} ${left.version}`.trim() } : {},
  }
}

/** The file is the subject: one alarm for each. */
const dataReading = ({ file, damage }: Finding): Reading => ({
  kind: 'data_file',
  subject: file,
  name: file,
  level: 'bad',
  facts: { damage },
})
