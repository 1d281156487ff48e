/** Whether an event was observed, typed by a user or withdrawn. Without schemas, for the browser. */

/**
 * observed: recorded by the device. typed: a user added it and its time; no picture, no confidence and no
 * clock stand behind it. withdrawn: a user decided that it did not happen; it stays in the stay that it was
 * seen in, and counts for nothing.
 */
export const event_standings = ['observed', 'typed', 'withdrawn'] as const
export type EventStanding = (typeof event_standings)[number]
