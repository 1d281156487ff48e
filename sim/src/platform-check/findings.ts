/** The findings of the kit: each rule of docs/platform.md was kept, was broken, or could not be shown. */
import * as kit from '../kit/findings.ts'

/** The harm that a broken rule does to bills: the word in the report, and its meaning. */
export const harms = {
  loses: 'a bill would be lost',
  doubles: 'a bill would be made twice, or without a stay',
  delays: 'bills would wait',
  unsafe: 'others could make bills',
  misleads: 'a bill or a device would be taken for another, or its proof would be wrong',
} as const
export type Harm = keyof typeof harms

/** Each check with the harm of a fault in it, unless a sentence specifies another. */
export const checks = {
  answers: ['every answer is JSON { code, message, data } within 10 s, without a redirect', 'delays'],
  sign_in: ['it signs a device in and gives a token', 'delays'],
  signature: ['it refuses a sign-in with a wrong signature', 'unsafe'],
  clock_near: ['it signs in a device whose clock is four minutes off', 'delays'],
  clock_far: ['it refuses a sign-in of yesterday and of tomorrow', 'unsafe'],
  token_needed: ['it stores nothing without a token', 'unsafe'],
  token_void: ['it answers a void token with HTTP 401 or code 4000', 'loses'],
  two_tokens: ['a second sign-in leaves the first token valid, or void by HTTP 401 or code 4000', 'loses'],
  init: ['it takes the init of a device', 'delays'],
  init_empty: ['it takes an init without name, place, cameras and lots', 'delays'],
  name_taken: ['it answers the name of another device with code 5000', 'misleads'],
  name_free: ['an accepted init frees the former name of the device', 'misleads'],
  heartbeat: ['it takes heartbeats, with and without the heads of the logs', 'delays'],
  heartbeat_clock: ['it takes the heartbeat of a device whose clock is an hour off', 'misleads'],
  platform_clock: ['the answer to a heartbeat says the time, in `timestamp` or the Date header', 'misleads'],
  lots: ['it takes lot states, also an empty list', 'misleads'],
  event: ['it takes entry and exit with pictures inside the body', 'loses'],
  event_named: ['it takes pictures and a clip that are named by their keys in the storage', 'loses'],
  event_types: ['it takes every type of event', 'loses'],
  plate_colors: ['it takes every colour of plate', 'loses'],
  no_plate: ['it takes an event without plate, picture and comment', 'loses'],
  text: ['it takes every script in names and comments', 'loses'],
  event_clock: ['it takes events of 30 days ago, and of a clock that is ten minutes ahead', 'loses'],
  growth: ['it ignores fields that it does not know', 'loses'],
  repeat: ['an event that comes again is answered as taken', 'loses'],
  other_form: ['an event that comes again with its pictures in another form is answered as taken', 'loses'],
  lost_answer: ['an event whose answer was lost is answered as taken when it comes again', 'loses'],
  half_body: ['an event whose body broke off is taken when it comes again whole', 'loses'],
  parallel_same: ['one event that comes twice at once is answered as taken', 'loses'],
  parallel: ['it takes events of many lots at once', 'loses'],
  reordered: ['it takes an exit that comes before its entry', 'loses'],
  correction: ['it takes a correction, also when it comes again', 'loses'],
  late_original: ['it takes an event that comes again after its correction', 'loses'],
  correction_first: ['it takes a correction of an event that never came', 'loses'],
  withdrawn: ['it takes a withdrawal, and the correction that takes it back', 'loses'],
  body_size: ['it takes bodies as large as the device sends them', 'loses'],
  broken: ['it refuses an event without uuid and a body that is not JSON, by a code', 'loses'],
  picture_hash: ['it does not take a picture that is not the one of its sha256', 'misleads'],
  timer: ['it takes timer pictures, also when they come again', 'loses'],
  test_mark: ['it answers requests that are marked as a test like real ones', 'delays'],
  stored: ['every event that it answered as taken is stored', 'loses'],
  stored_once: ['no event is stored twice', 'doubles'],
  stored_highest: ['of the versions of an event the highest correction counts', 'misleads'],
  stored_plate: ['plates are stored as they came', 'misleads'],
  stored_void: ['a withdrawn event is void, and one that counts again is not', 'doubles'],
  stored_test: ['nothing of a test is stored', 'doubles'],
} as const satisfies Record<string, readonly [rule: string, harm: Harm]>

export type CheckName = keyof typeof checks
export type Finding = kit.Finding<CheckName, Harm>
export type Findings = kit.Findings<CheckName, Harm>

export const createFindings = (): Findings =>
  kit.openFindings(
    Object.keys(checks) as CheckName[],
    Object.keys(harms) as Harm[],
    (check) => checks[check][1],
  )

export const isWrong = ({ outcome }: Finding): boolean => outcome !== 'ok' && outcome !== 'not shown'
