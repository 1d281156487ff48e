/**
 * Every part of the running server that holds state, created once per server, so that two servers in one
 * process share nothing. Long because every part is listed.
 */
import type { CameraStep, StorageStep } from '@parking/contract'
import { DecisionCounts } from './accuracy/decision-counts.ts'
import { ReportedReadings } from './alarm/reading.ts'
import type { CameraLooks } from './camera/look.ts'
import { CameraRelays } from './analysis/camera-relays.ts'
import { LotStates } from './camera/lot-states.ts'
import { WatchFigures } from './camera/watch-figures.ts'
import { openMatcher, type Matcher } from './camera/matching/matcher.ts'
import { PtzMotors } from './camera/ptz/ptz.ts'
import type { SceneChecks } from './camera/scene-checks.ts'
import { SignInRests } from './camera/sign-in-rests.ts'
import { TriedCameras } from './camera/tried-cameras.ts'
import { ClockSetter } from './clocks/clock-setter.ts'
import { Clocks } from './clocks/clocks.ts'
import { CheckLeases } from './checks/check-lease.ts'
import { DocumentState } from './config-document/document-state.ts'
import type { AnalysisConnection } from './core/analysis-connection.ts'
import type { CallContext, Handlers } from './core/call-context.ts'
import type { Deps } from './core/deps.ts'
import { DownloadJobs } from './core/downloads/download-jobs.ts'
import { CallOutcomes } from './core/flow/call-outcomes.ts'
import { LogThrottle } from './core/flow/log-throttle.ts'
import { ProgressBoard } from './core/flow/progress.ts'
import { SingleRun } from './core/flow/single-run.ts'
import { BoxClock } from './device/box-clock.ts'
import type { NameCheck } from './device/device-name.ts'
import { programNow } from './models/model-use.ts'
import { DeviceCertificate } from './tls/device-certificate.ts'
import { Trials, type TrialOptions } from './device/trial.ts'
import type { ExportJobs } from './events/export/event-export.ts'
import { PlateMeasures } from './evidence-rules/plate-measures.ts'
import { lazyEvidenceFont, type EvidenceFont } from './evidence/drawing/lettering.ts'
import { EvidencePreviews } from './evidence/preview.ts'
import { handlers } from './handlers.ts'
import { openLive, type Live } from './live/live.ts'
import type { SourceOptions } from './live/source.ts'
import { ConfigAcks } from './params/config-acks.ts'
import { HeartbeatState } from './platform/heartbeat-state.ts'
import { Meters } from './core/meters.ts'
import { MetricsPage } from './metrics/page.ts'
import { MqttSender } from './mqtt/mqtt-sender.ts'
import { ModelService } from './models/model-service.ts'
import { ReplayService } from './replay/replay-service.ts'
import { createNameCheck } from './platform/name-check.ts'
import type { DossierJobs } from './dossier/dossier.ts'
import { ProofLog } from './proof/proof-log.ts'
import { createPlatformSession, type PlatformSession } from './platform/platform-session.ts'
import type { RunningTests } from './storage/storage-leftovers.ts'
import { DiskCount } from './system/disk/disk.ts'
import { AuditChain } from './system/audit/chain.ts'
import type { LogWriter } from './system/log/log-writer.ts'
import { ErasureService } from './system/erasure/erasure-service.ts'
import { SoftwareState } from './system/operation/software.ts'
import { CameraSnapshots } from './system/restore/snapshot-before.ts'
import type { ReadCall } from './system/support-bundle/support-bundle-parts.ts'
import { SyslogSender } from './system/syslog/syslog-sender.ts'
import { UpgradeWatch } from './system/upgrade/upgrade-watch.ts'
import { History } from './system/vitals/vitals.ts'
import { LotStays } from './dashboard/lot-stays.ts'
import { NewestEvent } from './dashboard/newest-event.ts'
import { WhitelistCache } from './whitelist/whitelist.ts'

/** Functions require only the parts that they use, never the whole runtime. */
export type Parts = {
  /** Leases on sampled decisions that users judge. */
  accuracy_leases: CheckLeases
  /** The connected analysis application; set by the analysis socket. */
  analysis: AnalysisConnection
  app_control: SingleRun
  /** The hash chain over every user row of the log. */
  audit_chain: AuditChain
  /** Allows one verification of the audit chain at a time. */
  audit_check: SingleRun
  /**
   * The device's own logs: log lines with a `log_type` are stored automatically; the audit writes its own
   * rows.
   */
  log_writer: LogWriter
  box_clock: BoxClock
  /** What became of calls whose answer may be lost. */
  call_outcomes: CallOutcomes
  /** Offers encrypted camera streams at plain addresses to the analysis application. */
  camera_relays: CameraRelays
  camera_snapshots: CameraSnapshots
  /** Steps passed so far by running camera tests. */
  camera_tries: ProgressBoard<CameraStep>
  /** What the latest tries of cameras measured. */
  tried_cameras: TriedCameras
  /** The certificate of the device's own HTTPS. */
  certificate: DeviceCertificate
  check_leases: CheckLeases
  /** Sets the clocks of cameras, on request and automatically. */
  clock_setter: ClockSetter
  /** Offsets of the clocks of time server, platform and cameras from the device's own. */
  clocks: Clocks
  config_acks: ConfigAcks
  /** Number of decisions by camera and hour, for the sample. */
  decision_counts: DecisionCounts
  disk_count: DiskCount
  document: DocumentState
  /** Requested dossiers. */
  dossier_jobs: DossierJobs
  /** The certificate of an erasure, until it is closed. */
  erasure: ErasureService
  evidence_font: EvidenceFont
  evidence_previews: EvidencePreviews
  export_jobs: ExportJobs
  heartbeat: HeartbeatState
  /** Memory and temperature over the last day. */
  history: History
  /** Live video and pictures, one source for each camera that is being watched. */
  live: Live
  log_deletion: SingleRun
  /** The last check of each camera. */
  looks: CameraLooks
  sign_ins: SignInRests
  lot_states: LotStates
  /** The current stays of the lots, for the first page. */
  lot_stays: LotStays
  /** Compares pictures, in slices. */
  matcher: Matcher
  /** Counters of the workers, for `/metrics`. */
  meters: Meters
  metrics_page: MetricsPage
  /** Checks and tries models, and monitors the model in use. */
  models: ModelService
  /** Allows one part of an upload at a time. */
  model_upload: SingleRun
  /** Publishes events, alarms and states to the MQTT broker. */
  mqtt_sender: MqttSender
  /** The newest entry or exit, for the first page. */
  newest_event: NewestEvent
  /** Asks the platform whether the device's name is free. */
  name_check: NameCheck
  /** Measurements of plates in event pictures, for the rules of evidence. */
  plate_measures: PlateMeasures
  /** Shared by the workers and the calls, so that the platform sees one session. */
  platform_session: PlatformSession
  /** The evidence log: hashes of the events by day, signed by the device (docs/evidence.md). */
  proof_log: ProofLog
  ptz_motors: PtzMotors
  read_call: ReadCall
  /** Readings that other parts reported for the alarms. */
  readings: ReportedReadings
  /** Limits audit rows about refusals that cost the caller nothing to one a minute. */
  refusal_throttle: LogThrottle
  /** Collects recorded looks, and replays them with other parameters. */
  replays: ReplayService
  restore_request: SingleRun
  running_tests: RunningTests
  /** The last comparison of each scene with its reference. */
  scene_checks: SceneChecks
  software: SoftwareState
  /** Steps passed so far by running tests of an object storage. */
  storage_tests: ProgressBoard<StorageStep>
  support_bundle: SingleRun
  /** Sends the audit to a server outside the device. */
  syslog_sender: SyslogSender
  /**
   * Changes of the network and the tunnel that are rolled back unless they are confirmed
   * (docs/decisions/0012).
   */
  trials: Trials
  /** Whether this version is on trial after an upgrade. */
  upgrade: UpgradeWatch
  /** How well the analysis application keeps up with the cameras. */
  watch_figures: WatchFigures
  whitelist: WhitelistCache
}

export type Runtime = Deps & Parts

/** The context and the handlers of every call. */
export type RuntimeContext = CallContext & Parts
export type AllHandlers = Handlers<keyof Handlers, RuntimeContext>
/**
 * A handler of a call whose name is not known at compile time; the contract's schema has checked its body.
 */
type AnyHandler = (body: object, context: RuntimeContext) => unknown

/** Options of start.ts, and shorter times for tests. */
export type RuntimeOptions = {
  trial?: TrialOptions | undefined
  live?: Partial<SourceOptions> | undefined
  /** The monotonic clock of the evidence log. */
  mono?: () => number
  /** Those of the server before a restart within the process. */
  call_outcomes?: CallOutcomes | undefined
  /** What the device's own certificate must cover. */
  tls?: { names?: readonly string[]; built_ms?: number; serves?: boolean }
}

/** Creates every part without starting any. */
export function createRuntime(
  deps: Deps,
  log_writer: LogWriter,
  { trial, live, tls, mono, call_outcomes = new CallOutcomes(mono) }: RuntimeOptions = {},
): Runtime {
  const platform_session = createPlatformSession(deps)
  const audit_chain = new AuditChain(deps)
  const heartbeat = new HeartbeatState()
  const analysis: AnalysisConnection = { peer: null }
  const app_control = new SingleRun()
  const box_clock = new BoxClock(deps)
  const clocks = new Clocks({ ...deps, box_clock, heartbeat, mono })
  const readings = new ReportedReadings()
  const lot_states = new LotStates()
  const looks: CameraLooks = new Map()
  const sign_ins = new SignInRests(mono)
  const runtime: Runtime = {
    ...deps,
    accuracy_leases: new CheckLeases(),
    analysis,
    app_control,
    audit_chain,
    audit_check: new SingleRun(),
    log_writer,
    box_clock,
    call_outcomes,
    camera_relays: new CameraRelays({ ...deps, looks, sign_ins }),
    camera_snapshots: new CameraSnapshots(),
    camera_tries: new ProgressBoard(),
    tried_cameras: new TriedCameras(mono),
    certificate: new DeviceCertificate({ ...deps, ...tls }),
    check_leases: new CheckLeases(),
    clock_setter: new ClockSetter({ ...deps, clocks, readings, mono }),
    clocks,
    config_acks: new ConfigAcks(),
    decision_counts: new DecisionCounts(),
    disk_count: new DiskCount(),
    document: new DocumentState(),
    dossier_jobs: new DownloadJobs(),
    erasure: new ErasureService({ ...deps, log_writer }),
    evidence_font: lazyEvidenceFont(deps.migrations),
    evidence_previews: new EvidencePreviews(),
    export_jobs: new DownloadJobs(),
    heartbeat,
    history: new History(deps),
    live: openLive(deps, live),
    log_deletion: new SingleRun(),
    looks,
    sign_ins,
    lot_states,
    lot_stays: new LotStays(),
    matcher: openMatcher(),
    meters: new Meters(),
    metrics_page: new MetricsPage(),
    models: new ModelService({ ...deps, analysis, app_control }),
    model_upload: new SingleRun(),
    mqtt_sender: new MqttSender({ ...deps, analysis, box_clock, heartbeat, lot_states, readings }),
    newest_event: new NewestEvent(),
    name_check: createNameCheck(deps, platform_session),
    plate_measures: new PlateMeasures(),
    platform_session,
    proof_log: new ProofLog({ ...deps, heartbeat, clocks, mono, program: () => programNow(deps, analysis) }),
    ptz_motors: new PtzMotors(),
    read_call: (name, body, context) => (handlers[name] as AnyHandler)(body, { ...runtime, ...context }),
    readings,
    refusal_throttle: new LogThrottle(60_000),
    replays: new ReplayService(deps),
    restore_request: new SingleRun(),
    running_tests: new Set(),
    scene_checks: new Map(),
    software: new SoftwareState(),
    storage_tests: new ProgressBoard(),
    support_bundle: new SingleRun(),
    syslog_sender: new SyslogSender({ ...deps, audit_chain }),
    trials: new Trials(deps, trial),
    upgrade: new UpgradeWatch(deps, analysis),
    watch_figures: new WatchFigures(),
    whitelist: new WhitelistCache(deps.db),
  }
  return runtime
}
