/** What can be wrong with a stay. */
export const session_flags = ['entry_missing', 'exit_missing', 'double_entry', 'plate_differs'] as const
export type SessionFlag = (typeof session_flags)[number]

/** The comment of a scheduled event that was created before the report of an earlier exit arrived. */
export const after_exit_comment = 'after_exit'
