/**
 * The most important workflows and the presses and fields that each may take at most. The test of each
 * workflow counts them in the browser; `npm run docs` prints them into docs/bench/clicks.md.
 */

export type Clicks = {
  /** Pointer presses, command keys, choices from a list, and chosen files. */
  presses: number
  /** Fields that text was typed into, however long it is. */
  fields: number
}
type Row = Clicks & {
  what: string
  /** The test that performs it: `e2e/SPEC.spec.ts`. */
  spec: string
}

export const workflows = {
  installation: {
    what: 'From the one-time password to the handover sheet, on a phone',
    spec: 'install',
    presses: 38,
    fields: 19,
  },
  network_trial: {
    what: 'Another address: reviewed, tried, signed in at the new one, kept',
    spec: 'device/netwrok/trial',
    presses: 5,
    fields: 3,
  },
  add_camera: {
    what: 'A camera of the network: found, tested, its picture seen, added',
    spec: 'business/sceneConfig/add',
    presses: 5,
    fields: 2,
  },
  failed_camera: {
    what: 'A wrong password of a camera: the step that failed, typed again, connected',
    spec: 'business/sceneConfig/add',
    presses: 2,
    fields: 1,
  },
  kerb: {
    what: 'A kerb divided into four numbered lots, saved in its car park',
    spec: 'business/sceneConfig/scene',
    presses: 7,
    fields: 3,
  },
  business_mode: {
    what: 'Another business mode, and back where it is reported',
    spec: 'business/sceneConfig/mode',
    presses: 5,
    fields: 0,
  },
  batch_undo: {
    what: 'Two cameras deleted, and brought back with their scenes and lots',
    spec: 'system/acts',
    presses: 5,
    fields: 0,
  },
  week_plan: {
    what: 'A free span drawn on Monday, copied to the working days, saved; the simulated stay follows',
    spec: 'business/params',
    presses: 5,
    fields: 0,
  },
  configuration: {
    what: 'The configuration exported with its secrets, the file previewed and imported',
    spec: 'business/params-config-document',
    presses: 6,
    fields: 3,
  },
  search: {
    what: 'The events of the last seven days by a part of the plate',
    spec: 'business/data/parking-list',
    presses: 2,
    fields: 1,
  },
  event_detail: {
    what: "A refused event of the list: the platform's answer, every attempt, sent again",
    spec: 'business/data/parking-detail',
    presses: 2,
    fields: 0,
  },
  dispute: {
    what: 'A complaint (a part of the plate): the stay on the time axis with its pictures, and its dossier',
    spec: 'business/data/stays',
    presses: 3,
    fields: 1,
  },
  check_desk: {
    what: 'Three doubtful events: confirmed, corrected by a look-alike, discarded with a reason',
    spec: 'business/data/manual-check',
    presses: 6,
    fields: 0,
  },
  setting: {
    what: 'A setting by its name, from any page',
    spec: 'palette',
    presses: 2,
    fields: 1,
  },
  offline: {
    what: 'A form saved while the device is away, and again when it is back',
    spec: 'errors',
    presses: 2,
    fields: 1,
  },
  restart: {
    what: 'The device restarted, the page as it was afterwards',
    spec: 'system/operation',
    presses: 2,
    fields: 0,
  },
  snapshot: {
    what: 'All data of a snapshot brought back, signed in again',
    spec: 'system/operation',
    presses: 3,
    fields: 3,
  },
} as const satisfies Record<string, Row>

export type Workflow = keyof typeof workflows
