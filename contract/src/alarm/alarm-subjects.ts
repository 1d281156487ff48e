/**
 * Subjects of alarms that differ from the other alarms of their kind. unsent (`disk`): unsent events are next
 * to be discarded. refused (`queue`): events failed, and the device does not send them again by itself.
 */
export const alarm_subjects = { unsent: 'unsent', refused: 'refused' } as const
/** Whether a subject is one of them: an internal name, which is not shown to users. */
export const isAlarmSubject = (subject: string): boolean => Object.hasOwn(alarm_subjects, subject)
