/** The words of the history of acts, without schemas, for the browser. */

/** `undo` is an undo itself; it can be undone like any other act. */
export const act_kinds = [
  'delete_camera',
  'delete_scene',
  'change_scene',
  'change_params',
  'business_mode',
  'import',
  'restore',
  'delete_events',
  'undo',
] as const
export type ActKind = (typeof act_kinds)[number]

/** can: the caller may undo it now. role: another role may. undone, expired: no user can undo it any more. */
export const act_states = ['can', 'role', 'undone', 'expired'] as const
export type ActState = (typeof act_states)[number]

/**
 * What an undo does not bring back. clock: time zone and time server of an import. beyond_settings: users,
 * network, events and the log of a restore.
 */
export const act_gaps = ['clock', 'beyond_settings'] as const
export type ActGap = (typeof act_gaps)[number]

/**
 * Why a part cannot simply be undone. changed: another change has set it since. present: a camera or scene
 * with this id was created since. camera_gone: the camera of a scene no longer exists. address_taken: another
 * camera has its address. lot_taken: another scene has the lot number. new_scenes: scenes were drawn since in
 * the other business mode.
 */
export const act_conflicts = [
  'changed',
  'present',
  'camera_gone',
  'address_taken',
  'lot_taken',
  'new_scenes',
] as const
export type ActConflict = (typeof act_conflicts)[number]

/** How long an act can be undone, in days; deleted events for less time, because they take up space. */
export const act_days = 7
export const act_event_days = 1
/** Maximum number of acts listed, and of deleted events kept for an undo, over all acts. */
export const max_acts = 500
export const max_act_events = 2_000
