/** The calls behind an event list: those of the parking events or of the manual checks. */
export type EventListCalls =
  | { list: '/api/parking/parking_event'; remove: '/api/parking/delete_parking_event' }
  | { list: '/api/parking/manual_parking_event'; remove: '/api/parking/delete_manual_parking_event' }
