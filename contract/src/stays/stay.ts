/**
 * Stays on the time axis (ours): a day of all lots, one stay, the search for one, irregular stays and their
 * repair (docs/stays.md). Long because it has every call of the area.
 */
import * as z from 'zod/mini'
import { defineCall, everyone, workers } from '../core/call.ts'
import { event_status, event_type } from '../core/codes.ts'
import { event_standings } from '../core/event-standings.ts'
import { filled, lines, openCoded, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { picture_kinds } from '../events/event.ts'
import { shown_verdicts } from '../events/event-path.ts'
import { gap_kinds, irregularities, repair_undo_states, stay_marks, stay_repairs } from './stay-marks.ts'

/**
 * Identifies a stay, in every call and document about one. `entry_uuid`: the event with which it begins, its
 * entry or the first update; empty if only the exit is known. `exit_uuid`: its exit; empty if it has none.
 */
export const stay_identity = z.strictObject({
  camera_sn: text(64),
  scene_id: text(64),
  lot_no: filled(32),
  entry_uuid: text(36),
  exit_uuid: text(36),
})

/** `YYYY-MM-DD` in the device's time zone. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const stay_no = whole(1, Number.MAX_SAFE_INTEGER)

/** A time in which the plan of the week has one kind of charging. */
const plan_band = z.strictObject({
  from_ms: z.int(),
  to_ms: z.int(),
  kind: z.enum(['charge', 'free', 'violation']),
})

/** A stay in a list. */
export const stay_row = z.strictObject({
  /** The stay's number on this device, which is the number of its first event. */
  stay: stay_no,
  identity: stay_identity,
  parking_no: text(64),
  camera_name: text(64),
  plate_number: text(32),
  /** The time of its first event. */
  begin_ms: z.int(),
  begin_str: stamp(),
  /** The time of its exit, or of the next entry if the exit is missing; null while it is open. */
  end_ms: z.nullable(z.int()),
  end_str: stampOrEmpty(),
  marks: z.array(z.enum(stay_marks)),
  /** The irregularities that no user has repaired or accepted. */
  irregular: z.array(z.enum(irregularities)),
})
export type StayRow = z.output<typeof stay_row>

export const stay_day = defineCall({
  path: '/api/parking/stay_day',
  roles: everyone,
  effect: 'read',
  summary:
    'The stays of all lots that overlap a day, with the plan, the interruptions and the steps of the clock.',
  body: z.strictObject({ day, parking_no: z.optional(text(64)) }),
  answer: z.strictObject({
    /** Midnight and the next midnight of the device; 23 to 25 hours apart. */
    from_ms: z.int(),
    to_ms: z.int(),
    now_ms: z.int(),
    /** In the order of car park, camera and number; includes lots that no longer exist but had stays. */
    lots: z.array(
      z.strictObject({
        lot_no: filled(32),
        parking_no: text(64),
        camera_sn: text(64),
        camera_name: text(64),
      }),
    ),
    /**
     * In order of time. [index in `lots`; begin and end in seconds from midnight, end null while open; the
     * marks as bits (`stay_marks`), plus those waiting for a repair times 65,536; number of the stay; plate].
     */
    stays: z.array(z.tuple([z.int(), z.int(), z.nullable(z.int()), z.int(), z.int(), text(32)])),
    /** The plan that was in force. */
    bands: z.array(plan_band),
    /**
     * The time from which `bands` shows the plan: `from_ms` or later; null if the plan of that day is
     * unknown.
     */
    plan_from_ms: z.nullable(z.int()),
    /** `camera_sn` is empty if the gap affects all lots. `step_ms`: how far the clock was set. */
    gaps: z.array(
      z.strictObject({
        kind: z.enum(gap_kinds),
        camera_sn: text(64),
        from_ms: z.int(),
        to_ms: z.int(),
        step_ms: z.optional(z.int()),
      }),
    ),
    /** Irregular stays of all days. */
    irregular: z.int(),
    /** Number of lots whose stays are still being computed; the answer may lack their newest events. */
    behind: z.int(),
  }),
  example: { day: '2026-11-24' },
  ours: true,
})

const picture = z.strictObject({
  kind: z.enum(picture_kinds),
  url: text(500),
  width: z.int(),
  height: z.int(),
})
const repair_row = z.strictObject({
  repair_id: z.int(),
  time_str: stamp(),
  username: text(64),
  act: z.enum(stay_repairs),
  reason: text(200),
  undo: z.enum(repair_undo_states),
  /** When it was undone, by `undo_by`: by its own undo, or check by check in the ledger. */
  undone_str: stampOrEmpty(),
  /** Who undid it, or with `not_last` who made the later check; otherwise empty. */
  undo_by: text(64),
})

export const stay_detail = defineCall({
  path: '/api/parking/stay_detail',
  roles: everyone,
  effect: 'read',
  summary:
    'One stay, by its number or by one of its events: events with pictures, other lots with the same plate ' +
    'at that time, and repairs. 3000 if there is no such stay.',
  body: z.strictObject({ stay: z.optional(stay_no), uuid: z.optional(filled(36)) }),
  answer: z.extend(stay_row, {
    /** Oldest first, at most 100; includes those that were withdrawn from it. */
    events: z.array(
      z.strictObject({
        uuid: filled(36),
        event_type: openCoded(event_type),
        time_ms: z.int(),
        time_str: stamp(),
        plate_number: text(32),
        status: openCoded(event_status),
        standing: z.enum(event_standings),
        /** null for a typed event. */
        confidence: z.nullable(z.number()),
        /** The camera that saw it, which may be another than that of the begin; empty for a typed event. */
        camera_sn: text(64),
        camera_name: text(64),
        comment: lines(500),
        pictures: z.array(picture),
      }),
    ),
    /** Deleted events of its vehicle, oldest first; `by` is empty if the device did it, by its retention. */
    gone: z.array(
      z.strictObject({
        uuid: filled(36),
        event_type: openCoded(event_type),
        /** Whether a user had typed it; false if it was deleted by a version that did not record that. */
        typed: z.boolean(),
        time_str: stamp(),
        deleted_str: stamp(),
        by: text(64),
      }),
    ),
    /** It is open because its exit was deleted: when the vehicle left is unknown. */
    lost_exit: z.boolean(),
    /** The plan that was in force from its begin to its end, or until now. */
    bands: z.array(plan_band),
    /** The time from which `bands` shows the plan; null if the plan of that time is unknown. */
    plan_from_ms: z.nullable(z.int()),
    /** What users decided about its events, oldest first. */
    checks: z.array(
      z.strictObject({
        time_str: stamp(),
        by: text(64),
        /** The event that was checked. */
        uuid: filled(36),
        verdict: z.enum(shown_verdicts),
        plate_before: text(32),
        plate_after: text(32),
        reason: lines(500),
      }),
    ),
    /** Stays with the same plate on other lots at the same time. */
    elsewhere: z.array(stay_row),
    repairs: z.array(repair_row),
    /** When the next stay on the lot began: a missing exit cannot be later. */
    next_begin_ms: z.nullable(z.int()),
    /** When the previous stay on the lot ended: a missing entry cannot be earlier. */
    previous_end_ms: z.nullable(z.int()),
    /** The day on which it began, for the axis. */
    day,
  }),
  example: { uuid: '0190a1b2-0000-7000-8000-000000000001' },
  ours: true,
})

export const find_stays = defineCall({
  path: '/api/parking/find_stays',
  roles: everyone,
  effect: 'read',
  summary:
    'Stays by plate (any part, look-alikes included), newest first; or by lot, the one at a time and its ' +
    'neighbours.',
  body: z.strictObject({
    plate_number: z.optional(text(32)),
    lot_no: z.optional(text(32)),
    /** Only stays that overlap this day, or include this time. */
    day: z.optional(day),
    time: z.optional(stamp()),
    limit: whole(1, 50),
  }),
  answer: z.strictObject({ list: z.array(stay_row) }),
  example: { plate_number: 'B12345', limit: 10 },
  ours: true,
})

/** Where a page starts. */
const stay_cursor = z.string().check(z.regex(/^\d{1,16}-\d{1,16}$/))

export const irregular_stays = defineCall({
  path: '/api/parking/irregular_stays',
  roles: everyone,
  effect: 'read',
  summary: 'The stays that a user has to repair or accept, newest first.',
  body: z.strictObject({
    page_size: whole(1, 100),
    cursor: z.optional(stay_cursor),
    kind: z.optional(z.enum(irregularities)),
  }),
  answer: z.strictObject({
    total: z.int(),
    by_kind: z.strictObject({
      entry_missing: z.int(),
      exit_missing: z.int(),
      double_entry: z.int(),
      plate_differs: z.int(),
      impossible: z.int(),
    }),
    list: z.array(stay_row),
    next: z.optional(stay_cursor),
  }),
  example: { page_size: 20 },
  ours: true,
})

export const repair_stay = defineCall({
  path: '/api/parking/repair_stay',
  roles: workers,
  effect: 'write',
  summary:
    'Repair an irregular stay with a reason: events are added, discarded or corrected by the rules of a ' +
    'check. 7000 `changed_meanwhile` if the stay is no longer as the caller saw it.',
  body: z.strictObject({
    /** The stay as it was shown to the user. */
    stay: stay_identity,
    act: z.enum(stay_repairs),
    reason: filled(200),
    /** With open and close: when the vehicle arrived or left. */
    time: z.optional(stamp()),
    /** With drop: the event that did not happen. With restore: the withdrawn event that did. */
    uuid: z.optional(filled(36)),
    /** With plate: the corrected plate. */
    plate_number: z.optional(text(32)),
  }),
  answer: z.strictObject({
    repair_id: z.int(),
    /** Number of irregular stays that remain. */
    left: z.int(),
    undo: z.enum(repair_undo_states),
  }),
  example: {
    stay: {
      camera_sn: 'SN-0001',
      scene_id: 'scene-1',
      lot_no: 'A01',
      entry_uuid: '0190a1b2-0000-7000-8000-000000000001',
      exit_uuid: '',
    },
    act: 'close',
    reason: 'The exit was not seen',
    time: '2026-11-24 10:00:00',
  },
  ours: true,
})

export const undo_stay_repair = defineCall({
  path: '/api/parking/undo_stay_repair',
  roles: workers,
  effect: 'write',
  summary:
    "Undo a repair, the caller's own or any for an administrator: an added event is discarded, a plate is " +
    'as before. 7000 `changed_meanwhile` if its events were checked since, or were discarded for good.',
  body: z.strictObject({ repair_id: whole(1, Number.MAX_SAFE_INTEGER) }),
  answer: z.strictObject({ left: z.int() }),
  example: { repair_id: 1 },
  ours: true,
})

export const stay_calls = {
  stay_day,
  stay_detail,
  find_stays,
  irregular_stays,
  repair_stay,
  undo_stay_repair,
}
