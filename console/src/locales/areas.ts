/**
 * Every dictionary by area, one chunk each, so that only the active language is downloaded. A file is named
 * like its area, in kebab case. To add an area: two files and two lines here.
 */
import type { Language } from '@parking/contract/core/language.ts'

const zh = {
  // The three areas that every page needs share one chunk.
  shell: () => import('./zh/shell/frame.ts').then(({ shell }) => ({ default: shell })),
  errors: () => import('./zh/shell/frame.ts').then(({ errors }) => ({ default: errors })),
  codes: () => import('./zh/shell/frame.ts').then(({ codes }) => ({ default: codes })),
  login: () => import('./zh/shell/login.ts'),
  dashboard: () => import('./zh/system/dashboard.ts'),
  home: () => import('./zh/system/home.ts'),
  device: () => import('./zh/device/device.ts'),
  camera: () => import('./zh/camera/camera.ts'),
  camera_reference: () => import('./zh/camera/camera-reference.ts'),
  scene_list: () => import('./zh/camera/scene-list.ts'),
  scene_help: () => import('./zh/camera/scene-help.ts'),
  events: () => import('./zh/events/event-page.ts').then(({ events }) => ({ default: events })),
  manual: () => import('./zh/checks/manual.ts'),
  checks: () => import('./zh/checks/checks.ts'),
  accuracy: () => import('./zh/checks/accuracy.ts'),
  check_ledger: () => import('./zh/checks/check-ledger.ts'),
  event_detail: () =>
    import('./zh/events/event-page.ts').then(({ event_detail }) => ({ default: event_detail })),
  dossier: () => import('./zh/events/event-page.ts').then(({ dossier }) => ({ default: dossier })),
  event_list: () => import('./zh/events/event-page.ts').then(({ event_list }) => ({ default: event_list })),
  stays: () => import('./zh/stays/stays.ts'),
  queue: () => import('./zh/events/queue.ts'),
  reconcile: () => import('./zh/events/reconcile.ts'),
  // Both in the file of the queue (console/build/console-build.ts).
  device_said: () => import('./zh/events/queue.ts').then(({ device_said }) => ({ default: device_said })),
  resume: () => import('./zh/events/queue.ts').then(({ resume }) => ({ default: resume })),
  setting: () => import('./zh/shell/setting.ts'),
  chapters: () => import('./zh/shell/chapters.ts'),
  range: () => import('./zh/shell/range.ts'),
  forms: () => import('./zh/shell/forms.ts'),
  server_trust: () => import('./zh/shell/server-trust.ts'),
  log: () => import('./zh/system/log.ts'),
  audit: () => import('./zh/system/audit.ts'),
  whitelist: () => import('./zh/system/whitelist.ts'),
  acts: () => import('./zh/system/acts.ts'),
  alarms: () => import('./zh/system/alarms.ts'),
  people: () => import('./zh/system/people.ts'),
  certificate: () => import('./zh/system/certificate.ts'),
  models: () => import('./zh/system/models.ts'),
  monitoring: () => import('./zh/system/monitoring.ts'),
  network: () => import('./zh/device/network.ts'),
  time: () => import('./zh/device/time.ts'),
  application: () => import('./zh/system/application.ts'),
  operation: () => import('./zh/system/operation.ts'),
  disk: () => import('./zh/device/disk.ts'),
  diagnose: () => import('./zh/system/diagnose.ts'),
  install: () => import('./zh/system/install.ts'),
  params: () => import('./zh/params/params.ts'),
  platform: () => import('./zh/params/platform.ts'),
  alarm: () => import('./zh/params/alarm.ts'),
  mqtt: () => import('./zh/params/mqtt.ts'),
  config_document: () => import('./zh/params/config-document.ts'),
  evidence_rules: () =>
    import('./zh/events/event-page.ts').then(({ evidence_rules }) => ({ default: evidence_rules })),
  alg: () => import('./zh/params/alg.ts'),
  replay: () => import('./zh/params/replay.ts'),
  schedule: () => import('./zh/params/schedule.ts'),
  evidence: () => import('./zh/params/evidence.ts'),
  // Steps and reasons lie in the file of the queue, which the dashboard loads whole.
  object_storage: () =>
    Promise.all([import('./zh/params/object-storage.ts'), import('./zh/events/queue.ts')]).then(
      ([
        own,
        {
          device_said: { storage_steps: steps, storage_reasons: reasons },
        },
      ]) => ({
        default: { ...own.default, steps, reasons },
      }),
    ),
  history: () => import('./zh/params/history.ts'),
}

export type Area = keyof typeof zh
/** The dictionary of each area, typed by its zh file. */
export type Areas = { [A in Area]: Awaited<ReturnType<(typeof zh)[A]>>['default'] }

const tw = {
  shell: () => import('./tw/shell/frame.ts').then(({ shell }) => ({ default: shell })),
  errors: () => import('./tw/shell/frame.ts').then(({ errors }) => ({ default: errors })),
  codes: () => import('./tw/shell/frame.ts').then(({ codes }) => ({ default: codes })),
  login: () => import('./tw/shell/login.ts'),
  dashboard: () => import('./tw/system/dashboard.ts'),
  home: () => import('./tw/system/home.ts'),
  device: () => import('./tw/device/device.ts'),
  camera: () => import('./tw/camera/camera.ts'),
  camera_reference: () => import('./tw/camera/camera-reference.ts'),
  scene_list: () => import('./tw/camera/scene-list.ts'),
  scene_help: () => import('./tw/camera/scene-help.ts'),
  events: () => import('./tw/events/event-page.ts').then(({ events }) => ({ default: events })),
  manual: () => import('./tw/checks/manual.ts'),
  checks: () => import('./tw/checks/checks.ts'),
  accuracy: () => import('./tw/checks/accuracy.ts'),
  check_ledger: () => import('./tw/checks/check-ledger.ts'),
  event_detail: () =>
    import('./tw/events/event-page.ts').then(({ event_detail }) => ({ default: event_detail })),
  dossier: () => import('./tw/events/event-page.ts').then(({ dossier }) => ({ default: dossier })),
  event_list: () => import('./tw/events/event-page.ts').then(({ event_list }) => ({ default: event_list })),
  stays: () => import('./tw/stays/stays.ts'),
  queue: () => import('./tw/events/queue.ts'),
  reconcile: () => import('./tw/events/reconcile.ts'),
  device_said: () => import('./tw/events/queue.ts').then(({ device_said }) => ({ default: device_said })),
  resume: () => import('./tw/events/queue.ts').then(({ resume }) => ({ default: resume })),
  setting: () => import('./tw/shell/setting.ts'),
  chapters: () => import('./tw/shell/chapters.ts'),
  range: () => import('./tw/shell/range.ts'),
  forms: () => import('./tw/shell/forms.ts'),
  server_trust: () => import('./tw/shell/server-trust.ts'),
  log: () => import('./tw/system/log.ts'),
  audit: () => import('./tw/system/audit.ts'),
  whitelist: () => import('./tw/system/whitelist.ts'),
  acts: () => import('./tw/system/acts.ts'),
  alarms: () => import('./tw/system/alarms.ts'),
  people: () => import('./tw/system/people.ts'),
  certificate: () => import('./tw/system/certificate.ts'),
  models: () => import('./tw/system/models.ts'),
  monitoring: () => import('./tw/system/monitoring.ts'),
  network: () => import('./tw/device/network.ts'),
  time: () => import('./tw/device/time.ts'),
  application: () => import('./tw/system/application.ts'),
  operation: () => import('./tw/system/operation.ts'),
  disk: () => import('./tw/device/disk.ts'),
  diagnose: () => import('./tw/system/diagnose.ts'),
  install: () => import('./tw/system/install.ts'),
  params: () => import('./tw/params/params.ts'),
  platform: () => import('./tw/params/platform.ts'),
  alarm: () => import('./tw/params/alarm.ts'),
  mqtt: () => import('./tw/params/mqtt.ts'),
  config_document: () => import('./tw/params/config-document.ts'),
  evidence_rules: () =>
    import('./tw/events/event-page.ts').then(({ evidence_rules }) => ({ default: evidence_rules })),
  alg: () => import('./tw/params/alg.ts'),
  replay: () => import('./tw/params/replay.ts'),
  schedule: () => import('./tw/params/schedule.ts'),
  evidence: () => import('./tw/params/evidence.ts'),
  // Steps and reasons lie in the file of the queue, which the dashboard loads whole.
  object_storage: () =>
    Promise.all([import('./tw/params/object-storage.ts'), import('./tw/events/queue.ts')]).then(
      ([
        own,
        {
          device_said: { storage_steps: steps, storage_reasons: reasons },
        },
      ]) => ({
        default: { ...own.default, steps, reasons },
      }),
    ),
  history: () => import('./tw/params/history.ts'),
}

export const loaders: Record<Language, { [A in Area]: () => Promise<{ default: Areas[A] }> }> = { zh, tw }
