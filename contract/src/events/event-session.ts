/** What can be wrong with a stay. */
export const session_flags = ['entry_missing', 'exit_missing', 'double_entry', 'plate_differs'] as const
export type SessionFlag = (typeof session_flags)[number]

/** The comment of a cut of the plan that was made before an exit was told which says that the vehicle had left by then. */
export const after_exit_comment = 'after_exit'
