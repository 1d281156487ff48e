/** The words of the change log, without schemas, for the browser. */

/** What can be undone as a whole. `undo` is an undo itself; it can be undone like any other change. */
export const change_kinds = [
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
export type ChangeKind = (typeof change_kinds)[number]

/** can: the caller may undo it now. role: another role may. undone, expired: no user can undo it any more. */
export const change_states = ['can', 'role', 'undone', 'expired'] as const
export type ChangeState = (typeof change_states)[number]

/**
 * What an undo does not bring back. clock: time zone and time server of an import. beyond_settings: users,
 * network, events and the log of a restore.
 */
export const undo_gaps = ['clock', 'beyond_settings'] as const
export type UndoGap = (typeof undo_gaps)[number]

/**
 * Why a part cannot simply be undone. changed: another change has set it since. present: a camera or scene
 * with this id was created since. camera_gone: the camera of a scene no longer exists. address_taken: another
 * camera has its address. lot_taken: another scene has the lot number. new_scenes: scenes were drawn since in
 * the other business mode.
 */
export const undo_conflicts = [
  'changed',
  'present',
  'camera_gone',
  'address_taken',
  'lot_taken',
  'new_scenes',
] as const
export type UndoConflict = (typeof undo_conflicts)[number]

/** How long a change can be undone, in days; deleted events for less time, because they take up space. */
export const undo_days = 7
export const undo_event_days = 1
/** Maximum number of changes in the list, and of deleted events kept for an undo, over all changes. */
export const max_listed_changes = 500
export const max_undo_events = 2_000
