/**
 * Every part of the running server that holds state: made once
 * per server, so that two servers in one process share nothing.
 * Long because every part has its line.
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
import { ClockSetter } from './clocks/clock-setter.ts'
import { Clocks } from './clocks/clocks.ts'
import { CheckLeases } from './checks/check-lease.ts'
import { DocumentState } from './config-document/document-state.ts'
import type { AnalysisConnection } from './core/analysis-connection.ts'
import type { CallContext, Handlers } from './core/call-context.ts'
import type { Deps } from './core/deps.ts'
import { LogThrottle } from './core/flow/log-throttle.ts'
import { ProgressBoard } from './core/flow/progress.ts'
import { SingleRun } from './core/flow/single-run.ts'
import { BoxClock } from './device/box-clock.ts'
import type { NameDesk } from './device/device-name.ts'
import { DeviceCertificate } from './tls/device-certificate.ts'
import { Trials, type TrialOptions } from './device/trial.ts'
import { ExportJobs } from './events/export/event-export.ts'
import { PlateMeasures } from './evidence-rules/plate-measures.ts'
import { lazyEvidenceFont, type EvidenceFont } from './evidence/drawing/lettering.ts'
import { PreviewDesk } from './evidence/preview.ts'
import { handlers } from './handlers.ts'
import { openLive, type Live } from './live/live.ts'
import type { SourceOptions } from './live/source.ts'
import { ConfigAcks } from './params/config-acks.ts'
import { HeartbeatState } from './platform/heartbeat-state.ts'
import { Meters } from './core/meters.ts'
import { MetricsPage } from './metrics/page.ts'
import { MqttSender } from './mqtt/mqtt-sender.ts'
import { ModelDesk } from './models/model-desk.ts'
import { ReplayDesk } from './replay/replay-desk.ts'
import { openNameDesk } from './platform/name-desk.ts'
import { DossierJobs } from './dossier/dossier.ts'
import { ProofLog } from './proof/proof-log.ts'
import { createPlatformSession, type PlatformSession } from './platform/platform-session.ts'
import type { RunningTests } from './storage/storage-leftovers.ts'
import { DiskCount } from './system/disk/disk.ts'
import { AuditChain } from './system/audit/chain.ts'
import type { LogBook } from './system/log/log-book.ts'
import { ErasureDesk } from './system/erasure/erasure-desk.ts'
import { SoftwareState } from './system/operation/software.ts'
import { CameraSnapshots } from './system/restore/snapshot-before.ts'
import type { ReadCall } from './system/support-bundle/support-bundle-parts.ts'
import { SyslogSender } from './system/syslog/syslog-sender.ts'
import { UpgradeWatch } from './system/upgrade/upgrade-watch.ts'
import { History } from './system/vitals/vitals.ts'
import { LotStays } from './wall/lot-stays.ts'
import { NewestEvent } from './wall/newest-event.ts'
import { WhitelistCache } from './system/whitelist/whitelist.ts'

/** Functions ask for the parts they use, never for the whole runtime. */
export type Parts = {
  /** Of sampled decisions that users judge. */
  accuracy_leases: CheckLeases
  /** Which analysis application is connected: written by the analysis socket. */
  analysis: AnalysisConnection
  app_control: SingleRun
  /** The proof of every user row of the log. */
  audit_chain: AuditChain
  /** One verification of it at a time. */
  audit_check: SingleRun
  /** The device's own logs: log lines with a `log_type` arrive by themselves, the audit writes its rows. */
  book: LogBook
  box_clock: BoxClock
  /** Cameras that encrypt, at plain addresses for the analysis application. */
  camera_relays: CameraRelays
  camera_snapshots: CameraSnapshots
  /** Steps passed by camera tests that run now. */
  camera_tries: ProgressBoard<CameraStep>
  /** Of the device's own HTTPS. */
  certificate: DeviceCertificate
  check_leases: CheckLeases
  /** Sets clocks of cameras, on request and by itself. */
  clock_setter: ClockSetter
  /** Of time server, platform and cameras, beside the device's own. */
  clocks: Clocks
  config_acks: ConfigAcks
  /** How many decisions each camera makes at each hour, for the sample. */
  decision_counts: DecisionCounts
  disk_count: DiskCount
  document: DocumentState
  /** Dossiers that were requested. */
  dossier_jobs: DossierJobs
  /** The certificate of an erasure, until it is put away. */
  erasure: ErasureDesk
  evidence_font: EvidenceFont
  evidence_previews: PreviewDesk
  export_jobs: ExportJobs
  heartbeat: HeartbeatState
  /** Memory and temperature over the last day. */
  history: History
  /** Live video and pictures, one source for each camera that is being watched. */
  live: Live
  log_deletion: SingleRun
  /** When each camera was last looked at. */
  looks: CameraLooks
  lot_states: LotStates
  /** The present stays of the lots, for the first page. */
  lot_stays: LotStays
  /** Compares pictures, in slices. */
  matcher: Matcher
  /** What the workers count, for `/metrics`. */
  meters: Meters
  metrics_page: MetricsPage
  /** Checks and trials of models, and the watch over the one in use. */
  models: ModelDesk
  /** One part of an upload at a time. */
  model_upload: SingleRun
  /** Publishes events, alarms and states to the MQTT broker. */
  mqtt_sender: MqttSender
  /** The newest entry or exit, for the first page. */
  newest_event: NewestEvent
  /** Asks the platform whether the device's name is free. */
  name_desk: NameDesk
  /** Of plates in pictures of events, for the rules of evidence. */
  plate_measures: PlateMeasures
  /** Shared by the workers and the calls, so that the platform sees one session. */
  platform_session: PlatformSession
  /** What stands for the events: hashes in days, signed by the device (docs/evidence.md). */
  proof_log: ProofLog
  ptz_motors: PtzMotors
  read_call: ReadCall
  /** What other parts reported to the alarms. */
  readings: ReportedReadings
  /** Of refusals that cost the caller nothing, one audit row a minute is written. */
  refusal_throttle: LogThrottle
  /** Takes recorded looks, and replays them under other parameters. */
  replays: ReplayDesk
  restore_request: SingleRun
  running_tests: RunningTests
  /** The last comparison of each scene with its reference. */
  scene_checks: SceneChecks
  software: SoftwareState
  /** Steps passed by storage tests that run now. */
  storage_tests: ProgressBoard<StorageStep>
  support_bundle: SingleRun
  /** Sends the audit off the device. */
  syslog_sender: SyslogSender
  /**
   * Changes of the network and the tunnel that are undone unless they are confirmed (docs/decisions/0012).
   */
  trials: Trials
  /** Whether this version is on trial after an upgrade. */
  upgrade: UpgradeWatch
  /** How the analysis application keeps up with the cameras. */
  watch_figures: WatchFigures
  whitelist: WhitelistCache
}

export type Runtime = Deps & Parts

/** The context and the handlers of every call. */
export type RuntimeContext = CallContext & Parts
export type AllHandlers = Handlers<keyof Handlers, RuntimeContext>
/** A handler whose call is not known by name: the contract's schema has checked its body. */
type AnyHandler = (body: object, context: RuntimeContext) => unknown

/** For tests, which cannot wait. */
export type RuntimeOptions = {
  trial?: TrialOptions | undefined
  live?: Partial<SourceOptions> | undefined
  /** The monotonic clock of the evidence log. */
  mono?: () => number
  /** What the device's own certificate is for. */
  tls?: { names?: readonly string[]; built_ms?: number; serves?: boolean }
}

/** Makes every part; starts none. */
export function createRuntime(
  deps: Deps,
  book: LogBook,
  { trial, live, tls, mono }: RuntimeOptions = {},
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
  const runtime: Runtime = {
    ...deps,
    accuracy_leases: new CheckLeases(),
    analysis,
    app_control,
    audit_chain,
    audit_check: new SingleRun(),
    book,
    box_clock,
    camera_relays: new CameraRelays(deps),
    camera_snapshots: new CameraSnapshots(),
    camera_tries: new ProgressBoard(),
    certificate: new DeviceCertificate({ ...deps, ...tls }),
    check_leases: new CheckLeases(),
    clock_setter: new ClockSetter({ ...deps, clocks, readings, mono }),
    clocks,
    config_acks: new ConfigAcks(),
    decision_counts: new DecisionCounts(),
    disk_count: new DiskCount(),
    document: new DocumentState(),
    dossier_jobs: new DossierJobs(),
    erasure: new ErasureDesk({ ...deps, book }),
    evidence_font: lazyEvidenceFont(deps.migrations),
    evidence_previews: new PreviewDesk(),
    export_jobs: new ExportJobs(),
    heartbeat,
    history: new History(deps),
    live: openLive(deps, live),
    log_deletion: new SingleRun(),
    looks: new Map(),
    lot_states,
    lot_stays: new LotStays(),
    matcher: openMatcher(),
    meters: new Meters(),
    metrics_page: new MetricsPage(),
    models: new ModelDesk({ ...deps, analysis, app_control }),
    model_upload: new SingleRun(),
    mqtt_sender: new MqttSender({ ...deps, analysis, box_clock, heartbeat, lot_states, readings }),
    newest_event: new NewestEvent(),
    name_desk: openNameDesk(deps, platform_session),
    plate_measures: new PlateMeasures(),
    platform_session,
    proof_log: new ProofLog({ ...deps, heartbeat, clocks, mono }),
    ptz_motors: new PtzMotors(),
    read_call: (name, body, context) => (handlers[name] as AnyHandler)(body, { ...runtime, ...context }),
    readings,
    refusal_throttle: new LogThrottle(60_000),
    replays: new ReplayDesk(deps),
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
