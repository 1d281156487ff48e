/**
 * Every dictionary, one chunk each, so that only the active language is downloaded. To add an area: two files and two lines here.
 * What every page needs (shell, errors, codes) travels as one.
 */
import type { Language } from '@parking/contract/language.ts'

const zh = {
  shell: () => import('./zh/frame.ts').then(({ shell }) => ({ default: shell })),
  errors: () => import('./zh/frame.ts').then(({ errors }) => ({ default: errors })),
  codes: () => import('./zh/frame.ts').then(({ codes }) => ({ default: codes })),
  login: () => import('./zh/login.ts'),
  dashboard: () => import('./zh/dashboard.ts'),
  device: () => import('./zh/device.ts'),
  camera: () => import('./zh/camera.ts'),
  reference: () => import('./zh/camera-reference.ts'),
  parking: () => import('./zh/parking.ts'),
  manual: () => import('./zh/manual.ts'),
  event_check: () => import('./zh/event-check.ts'),
  event_detail: () => import('./zh/event-detail.ts'),
  event_list: () => import('./zh/event-list.ts'),
  queue: () => import('./zh/queue.ts'),
  setting: () => import('./zh/setting.ts'),
  forms: () => import('./zh/forms.ts'),
  log: () => import('./zh/log.ts'),
  whitelist: () => import('./zh/whitelist.ts'),
  network: () => import('./zh/network.ts'),
  time: () => import('./zh/time.ts'),
  application: () => import('./zh/application.ts'),
  operation: () => import('./zh/operation.ts'),
  storage: () => import('./zh/storage.ts'),
  diagnose: () => import('./zh/diagnose.ts'),
  param: () => import('./zh/param.ts'),
  param_platform: () => import('./zh/param-platform.ts'),
  param_alarm: () => import('./zh/param-alarm.ts'),
  param_document: () => import('./zh/param-document.ts'),
  param_alg: () => import('./zh/param-alg.ts'),
  param_schedule: () => import('./zh/param-schedule.ts'),
  param_event: () => import('./zh/param-event.ts'),
  param_storage: () => import('./zh/param-storage.ts'),
  param_history: () => import('./zh/param-history.ts'),
}

export type Area = keyof typeof zh
/** The dictionary of each area, typed by its zh file. */
export type Areas = { [A in Area]: Awaited<ReturnType<(typeof zh)[A]>>['default'] }

const tw = {
  shell: () => import('./tw/frame.ts').then(({ shell }) => ({ default: shell })),
  errors: () => import('./tw/frame.ts').then(({ errors }) => ({ default: errors })),
  codes: () => import('./tw/frame.ts').then(({ codes }) => ({ default: codes })),
  login: () => import('./tw/login.ts'),
  dashboard: () => import('./tw/dashboard.ts'),
  device: () => import('./tw/device.ts'),
  camera: () => import('./tw/camera.ts'),
  reference: () => import('./tw/camera-reference.ts'),
  parking: () => import('./tw/parking.ts'),
  manual: () => import('./tw/manual.ts'),
  event_check: () => import('./tw/event-check.ts'),
  event_detail: () => import('./tw/event-detail.ts'),
  event_list: () => import('./tw/event-list.ts'),
  queue: () => import('./tw/queue.ts'),
  setting: () => import('./tw/setting.ts'),
  forms: () => import('./tw/forms.ts'),
  log: () => import('./tw/log.ts'),
  whitelist: () => import('./tw/whitelist.ts'),
  network: () => import('./tw/network.ts'),
  time: () => import('./tw/time.ts'),
  application: () => import('./tw/application.ts'),
  operation: () => import('./tw/operation.ts'),
  storage: () => import('./tw/storage.ts'),
  diagnose: () => import('./tw/diagnose.ts'),
  param: () => import('./tw/param.ts'),
  param_platform: () => import('./tw/param-platform.ts'),
  param_alarm: () => import('./tw/param-alarm.ts'),
  param_document: () => import('./tw/param-document.ts'),
  param_alg: () => import('./tw/param-alg.ts'),
  param_schedule: () => import('./tw/param-schedule.ts'),
  param_event: () => import('./tw/param-event.ts'),
  param_storage: () => import('./tw/param-storage.ts'),
  param_history: () => import('./tw/param-history.ts'),
}

export const loaders: Record<Language, { [A in Area]: () => Promise<{ default: Areas[A] }> }> = { zh, tw }
