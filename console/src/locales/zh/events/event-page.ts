/** The dictionaries of a page of events, in one file: on a bad link each request costs a round. */
export { default as events } from './events.ts'
export { default as event_detail } from './event-detail.ts'
export { default as event_list } from './event-list.ts'
export { default as evidence_rules } from './evidence-rules.ts'
export { default as dossier } from './dossier.ts'
