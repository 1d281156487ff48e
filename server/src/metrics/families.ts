/**
 * The metric families of `/metrics` (docs/metrics.md). Plates, uuids and lots are never labels, so that the
 * page always has the same lines, whatever happens on the street. Long because it is one table.
 */
import {
  alarm_kinds,
  analysis_health_span_s,
  app_states,
  camera_state,
  clock_states,
  event_status,
  mqtt_states,
  peer_states,
  queue_states,
} from '@parking/contract'
import { openAlarms } from '../alarm/alarm.store.ts'
import type { LotStates } from '../camera/lot-states.ts'
import type { WatchFigures } from '../camera/watch-figures.ts'
import type { Deps } from '../core/deps.ts'
import type { Meters } from '../core/meters.ts'
import { countByStatus, eventLedger } from '../events/record/event.store.ts'
import { boxHealth, type HealthParts } from '../system/health/health.ts'
import type { MqttSender } from '../mqtt/mqtt-sender.ts'
import type { SyslogSender } from '../system/syslog/syslog-sender.ts'
import type { DeviceCertificate } from '../tls/device-certificate.ts'
import { countSessions } from '../user/session.store.ts'
import { counter, counters, gauge, gauges, histogram, stateOf, type Family } from './exposition.ts'
import { camerasByState, lotPlaces, storedBytes } from './metrics.store.ts'

export type MetricsNeeds = Deps &
  HealthParts & {
    certificate: DeviceCertificate
    lot_states: LotStates
    meters: Meters
    mqtt_sender: MqttSender
    syslog_sender: SyslogSender
    watch_figures: WatchFigures
  }

const seconds = (ms: number): number => ms / 1000

export async function deviceFamilies(deps: MetricsNeeds): Promise<Family[]> {
  const health = await boxHealth(deps)
  return [
    ...buildFamilies(deps),
    ...queueFamilies(deps, health.queue),
    ...meterFamilies(deps.meters),
    ...peerFamilies(deps, health),
    ...mqttFamilies(deps),
    ...streetFamilies(deps),
    ...watchFamilies(deps),
    ...boxFamilies(deps, health),
    ...alarmFamilies(deps),
    ...processFamilies(),
  ]
}

type Health = Awaited<ReturnType<typeof boxHealth>>

const buildFamilies = ({ version }: Deps): Family[] => [
  {
    name: 'parking_build',
    type: 'info',
    help: 'Version of the device server and of its runtime.',
    samples: [{ labels: { version, node: process.versions.node, arch: process.arch }, value: 1 }],
  },
]

function queueFamilies({ db }: Deps, queue: Health['queue']): Family[] {
  const counted = countByStatus(db)
  const by_status = Object.entries(event_status).map(
    ([word, status]) => [word, counted.get(status) ?? 0] as const,
  )
  return [
    ...counter(
      'parking_events_created',
      'Events ever taken in, since the device was new.',
      eventLedger(db).created,
    ),
    ...gauges('parking_events', 'Stored events by status.', 'status', by_status),
    ...gauge('parking_queue_waiting', 'Events on their way to the platform.', queue.waiting),
    ...gauge(
      'parking_queue_oldest_age_seconds',
      'Age of the oldest event on its way; 0 without one.',
      seconds(queue.oldest_ms),
    ),
    ...stateOf('parking_queue_state', 'What holds the queue.', queue_states, queue.state),
  ]
}

const meterFamilies = (meters: Meters): Family[] => [
  ...counters(
    'parking_intake_events',
    'Reports of the analysis application by answer, since the start.',
    'result',
    meters.intake,
  ),
  ...histogram('parking_intake_duration_seconds', 'From report to acknowledgement.', meters.intake_s),
  ...histogram(
    'parking_analysis_delay_seconds',
    'From the moment on the street to the stored event.',
    meters.analysis_s,
  ),
  ...counter(
    'parking_analysis_lost_connections',
    'Connections of the analysis application that ended, since the start.',
    meters.analysis_lost,
  ),
  ...counters(
    'parking_analysis_looks',
    'Attempts of the analysis application to look at a camera, since the start. missed: without a picture.',
    'result',
    meters.looks,
  ),
  ...counters(
    'parking_delivery_attempts',
    'Attempts to deliver to the platform by outcome, since the start.',
    'outcome',
    meters.deliver,
  ),
  ...histogram('parking_delivery_duration_seconds', 'One attempt to deliver.', meters.deliver_s),
  ...counters(
    'parking_upload_attempts',
    'Attempts to upload to the object storage by outcome, since the start.',
    'outcome',
    meters.upload,
  ),
  ...histogram(
    'parking_upload_duration_seconds',
    'One attempt to upload the media of an event.',
    meters.upload_s,
  ),
]

function peerFamilies({ syslog_sender }: MetricsNeeds, { application, storage, platform }: Health): Family[] {
  const syslog = syslog_sender.state()
  return [
    ...stateOf('parking_application_state', 'The analysis application.', app_states, application.state),
    ...gauge(
      'parking_application_connected',
      'Whether it is connected to the analysis socket.',
      application.connected ? 1 : 0,
    ),
    ...stateOf('parking_platform_state', 'The platform.', peer_states, platform.state),
    ...stateOf('parking_object_storage_state', 'The object storage.', peer_states, storage.state),
    ...gauge(
      'parking_syslog_waiting',
      'Audit rows that wait for the syslog server.',
      syslog.state === 'off' ? null : syslog.waiting,
    ),
  ]
}

function mqttFamilies({ mqtt_sender, now }: MetricsNeeds): Family[] {
  const { state, waiting, oldest_ms, sent, dropped } = mqtt_sender.state()
  const off = state === 'off'
  return [
    ...stateOf('parking_mqtt_state', 'The MQTT broker.', mqtt_states, state),
    ...gauge('parking_mqtt_waiting', 'Events and alarms that wait for the broker.', off ? null : waiting),
    ...gauge(
      'parking_mqtt_oldest_age_seconds',
      'Age of the oldest of them; 0 without one.',
      off ? null : seconds(oldest_ms === null ? 0 : Math.max(0, now() - oldest_ms)),
    ),
    ...counter(
      'parking_mqtt_sent',
      'Events and alarms that the broker confirmed, since the device was new.',
      sent,
    ),
    ...counter('parking_mqtt_dropped', 'Events and alarms that were deleted unsent.', dropped),
  ]
}

/** A lot that is watched but not reported counts as missed by the analysis. */
function streetFamilies({ db, analysis, lot_states }: MetricsNeeds): Family[] {
  const cameras = camerasByState(db)
  const lots = { free: 0, occupied: 0, missed: 0, unwatched: 0 }
  for (const { lot_no, scene_id, watched } of lotPlaces(db, camera_state.online)) {
    const report = lot_states.get(lot_no)
    if (watched === 0 || analysis.peer === null) lots.unwatched++
    else if (report?.scene_id !== scene_id) lots.missed++
    else lots[report.occupied ? 'occupied' : 'free']++
  }
  return [
    ...gauges(
      'parking_cameras',
      'Cameras by state.',
      'state',
      Object.entries(camera_state).map(([word, state]) => [word, cameras.get(state) ?? 0] as const),
    ),
    ...gauges(
      'parking_lots',
      'Lots by state. missed: watched, and not reported by the application. unwatched: no camera, no ' +
        'application, or a disabled scene.',
      'state',
      Object.entries(lots),
    ),
  ]
}

/** Figures of the last five minutes; without figures there is no line. */
function watchFamilies({ watch_figures, now }: MetricsNeeds): Family[] {
  const sums = watch_figures.cameras.flatMap(
    (camera_sn) => watch_figures.of(camera_sn, analysis_health_span_s, now()) ?? [],
  )
  const means = sums.flatMap(({ latency_ms }) => latency_ms ?? [])
  return [
    ...gauge(
      'parking_analysis_latency_seconds',
      'From the picture to the decision: the mean of the slowest camera.',
      means.length === 0 ? null : seconds(Math.max(...means)),
    ),
    ...gauge(
      'parking_analysis_slowed_cameras',
      'Cameras that are looked at less often than configured, because the processor is too busy.',
      sums.length === 0 ? null : sums.filter(({ slowed }) => slowed).length,
    ),
  ]
}

function boxFamilies(
  { db, host, now, certificate }: MetricsNeeds,
  { clock, disk, ...box }: Health,
): Family[] {
  const stored = storedBytes(db)
  const sessions = [...countSessions(db, now()).values()].reduce((sum, n) => sum + n, 0)
  return [
    ...gauge('parking_disk_free_bytes', 'Free space of the data folder.', disk.free_bytes),
    ...gauge('parking_disk_size_bytes', 'Size of the file system of the data folder.', disk.total_bytes),
    ...gauge('parking_database_size_bytes', 'Size of the database.', stored.database),
    ...gauge('parking_media_size_bytes', 'Pictures and clips of all events.', stored.media),
    ...gauge(
      'parking_clock_offset_seconds',
      'Distance of the clock from its reference; positive if the device is behind.',
      clock.offset_ms === null ? null : seconds(clock.offset_ms),
    ),
    ...stateOf('parking_clock_state', 'Whether the clock can be trusted.', clock_states, clock.state),
    ...gauge('parking_time_seconds', 'The clock of the device, since 1970.', seconds(now())),
    ...(certificate.serves
      ? gauge(
          'parking_certificate_expiry_timestamp_seconds',
          'When the certificate of HTTPS ends, since 1970.',
          seconds(certificate.endsMs()),
        )
      : []),
    ...gauge('parking_sessions', 'Users who are signed in, each browser counted.', sessions),
    ...gauge(
      'parking_memory_used_ratio',
      'Used share of the memory of the box.',
      box.memory === null ? null : box.memory / 100,
    ),
    ...gauge('parking_cpu_used_ratio', 'Used share of all cores.', box.cpu === null ? null : box.cpu / 100),
    ...gauge('parking_temperature_celsius', 'The hottest sensor.', box.temperature),
    ...gauge(
      'parking_boot_timestamp_seconds',
      'When the box was started, since 1970.',
      seconds(host.bootedAt()),
    ),
  ]
}

function alarmFamilies({ db }: Deps): Family[] {
  const open = openAlarms(db)
  return gauges(
    'parking_alarms_open',
    'Open alarms by kind.',
    'kind',
    alarm_kinds.map((kind) => [kind, open.filter((alarm) => alarm.kind === kind).length] as const),
  )
}

/** The standard names that Prometheus dashboards expect from any program. */
function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage()
  return [
    ...counter('process_cpu_seconds', 'Processor time of the server.', (user + system) / 1e6),
    ...gauge('process_resident_memory_bytes', 'Memory of the server.', process.memoryUsage.rss()),
    ...gauge(
      'process_start_time_seconds',
      'When the server was started, since 1970.',
      seconds(Math.round(performance.timeOrigin)),
    ),
  ]
}
