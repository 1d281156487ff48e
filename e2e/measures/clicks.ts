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
    what: 'Install on a phone with a commissioning file: from the one-time password to the handover sheet',
    spec: 'install',
    presses: 18,
    fields: 7,
  },
  network_trial: {
    what: 'Change the network address: review, try it, sign in at the new address, keep it',
    spec: 'device/netwrok/trial',
    presses: 5,
    fields: 3,
  },
  add_camera: {
    what: 'Add a camera from the network: find it, test it, see its picture, add it',
    spec: 'business/sceneConfig/add',
    presses: 4,
    fields: 2,
  },
  failed_camera: {
    what: 'Correct a wrong camera password: see the failed step, type it again, connect',
    spec: 'business/sceneConfig/add',
    presses: 2,
    fields: 1,
  },
  kerb: {
    what: 'Divide a kerb into four numbered lots and save them in their car park',
    spec: 'business/sceneConfig/scene',
    presses: 6,
    fields: 3,
  },
  business_mode: {
    what: 'Switch the business mode, and back from the report of the switch',
    spec: 'business/sceneConfig/mode',
    presses: 4,
    fields: 0,
  },
  batch_undo: {
    what: 'Delete two cameras, and restore them with their scenes and lots',
    spec: 'system/acts',
    presses: 5,
    fields: 0,
  },
  week_plan: {
    what: 'Draw a free period on Monday, copy it to the working days, save; the simulated stay follows',
    spec: 'business/params',
    presses: 4,
    fields: 0,
  },
  configuration: {
    what: 'Export the configuration with its secrets, preview the file and import it',
    spec: 'business/params-config-document',
    presses: 5,
    fields: 3,
  },
  search: {
    what: 'Find the events of the last seven days by part of the plate',
    spec: 'business/data/parking-list',
    presses: 2,
    fields: 1,
  },
  event_detail: {
    what: "Open a refused event: see the platform's answer and every attempt, send it again",
    spec: 'business/data/parking-detail',
    presses: 2,
    fields: 0,
  },
  dispute: {
    what: 'Answer a complaint (part of the plate): the stay on the time axis with pictures, and its dossier',
    spec: 'business/data/stays',
    presses: 3,
    fields: 1,
  },
  check_desk: {
    what: 'Check three doubtful events: confirm, correct by a look-alike, discard with a reason',
    spec: 'business/data/manual-check',
    presses: 6,
    fields: 0,
  },
  setting: {
    what: 'Find a setting by its name, from any page',
    spec: 'palette',
    presses: 2,
    fields: 1,
  },
  offline: {
    what: 'Save a form while the device is unreachable, and again when it is back',
    spec: 'errors',
    presses: 2,
    fields: 1,
  },
  restart: {
    what: 'Restart the device; afterwards the page is as before',
    spec: 'system/operation',
    presses: 2,
    fields: 0,
  },
  snapshot: {
    what: 'Restore all data from a snapshot and sign in again',
    spec: 'system/operation-restore',
    presses: 3,
    fields: 3,
  },
} as const satisfies Record<string, Row>

export type Workflow = keyof typeof workflows
