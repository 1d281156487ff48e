/**
 * Applies rules of evidence to an event or to parameters. Pure and without schemas, because the console
 * judges parameters while they are being typed.
 */
import type { Params } from '../params/params.ts'

/** What can be written on a picture. */
export const written_facts = ['datetime', 'place', 'lot_no', 'plate'] as const
export type WrittenFact = (typeof written_facts)[number]

export const rule_kinds = [
  'picture_count',
  'picture_pixels',
  'picture_bytes',
  'picture_interval',
  'plate_legible',
  'text_on_picture',
  'clock_offset',
] as const
export type RuleKind = (typeof rule_kinds)[number]
export type EvidenceRule = { readonly clause: string } & (
  | { readonly kind: 'picture_count'; readonly min: number }
  | { readonly kind: 'picture_pixels'; readonly width: number; readonly height: number }
  | { readonly kind: 'picture_bytes'; readonly max: number }
  | { readonly kind: 'picture_interval'; readonly seconds: number }
  | { readonly kind: 'plate_legible'; readonly height: number; readonly contrast: number }
  | { readonly kind: 'text_on_picture'; readonly facts: WrittenFact[] }
  | { readonly kind: 'clock_offset'; readonly ms: number }
)

/** `pending`: the stay has not ended, so what is missing may still arrive. `unknown`: no data to decide. */
export const rule_states = ['kept', 'broken', 'pending', 'unknown'] as const
export type RuleState = (typeof rule_states)[number]
/** `found`: what was measured, in the unit of the rule; empty if nothing was. */
export type RuleFinding = { rule: EvidenceRule; state: RuleState; found: string }

export type EvidenceFacts = {
  /** The vehicle has left, so the stay gets no more pictures. */
  ended: boolean
  /** The times of the stay's full pictures, one per moment, oldest first. */
  moments: readonly number[]
  /** The pictures of this event as they are sent; empty if none is kept. */
  pictures: readonly { kind: string; width: number; height: number; bytes: number }[]
  /** The plates in the stay's pictures: height in pixels, contrast from 0 to 1. */
  plates: readonly { height: number; contrast: number }[]
  /** The facts written on this event's pictures, and those that contradict the data; null if unknown. */
  text: { written: readonly WrittenFact[]; wrong: readonly WrittenFact[] } | null
  /** The error of the device's clock, and the uncertainty of that error, in milliseconds. */
  clock: ClockError | null
  /** The same of the camera, against the device; null if it was not measured. */
  camera_clock: ClockError | null
  /** How far the time of the event lies after the moment at which the device knew it, in milliseconds. */
  ahead_ms: number
}
type ClockError = { offset_ms: number; error_ms: number }

/** Why no rule applies to an event: it has no picture and no clock, or it counts for nothing. */
export const rules_left_out = ['typed', 'withdrawn'] as const
export type RulesLeftOut = (typeof rules_left_out)[number]

/** One finding for each rule, in the order of the rules. */
export const judgeEvent = (rules: readonly EvidenceRule[], facts: EvidenceFacts): RuleFinding[] =>
  rules.map((rule) => ({ rule, ...findingOf(rule, facts) }))

function findingOf(rule: EvidenceRule, facts: EvidenceFacts): Omit<RuleFinding, 'rule'> {
  /** For rules that a later picture may still satisfy. */
  const keptOrPending = (is_kept: boolean): RuleState =>
    is_kept ? 'kept' : facts.ended ? 'broken' : 'pending'
  const keptOrBroken = (is_kept: boolean): RuleState => (is_kept ? 'kept' : 'broken')
  const { pictures, moments, plates, text, clock, camera_clock, ahead_ms } = facts
  switch (rule.kind) {
    case 'picture_count':
      return { state: keptOrPending(moments.length >= rule.min), found: String(moments.length) }
    case 'picture_interval': {
      const seconds = moments.length < 2 ? 0 : Math.floor((moments.at(-1)! - moments[0]!) / 1000)
      return { state: keptOrPending(seconds >= rule.seconds), found: String(seconds) }
    }
    case 'picture_pixels': {
      const whole = pictures.filter(({ kind }) => kind === 'image')
      const small = whole.find(({ width, height }) => !isAsLarge({ width, height }, rule))
      const shown = small ?? whole[0]
      if (!shown) return { state: 'unknown', found: '' }
      return { state: keptOrBroken(!small), found: `${shown.width}×${shown.height}` }
    }
    case 'picture_bytes': {
      if (pictures.length === 0) return { state: 'unknown', found: '' }
      const largest = Math.max(...pictures.map(({ bytes }) => bytes))
      return { state: keptOrBroken(largest <= rule.max), found: String(largest) }
    }
    case 'plate_legible': {
      const best = plates.toSorted((a, b) => scoreOf(b, rule) - scoreOf(a, rule))[0]
      if (!best) return { state: keptOrPending(false), found: '' }
      const found = `${Math.round(best.height)} px, ${Math.round(best.contrast * 100)} %`
      return { state: keptOrPending(scoreOf(best, rule) >= 1), found }
    }
    case 'text_on_picture': {
      if (!text) return { state: 'unknown', found: '' }
      const missing = rule.facts.filter((fact) => !text.written.includes(fact))
      const wrong = rule.facts.filter((fact) => text.wrong.includes(fact))
      return {
        state: keptOrBroken(missing.length + wrong.length === 0),
        found: [...missing, ...wrong].join(' '),
      }
    }
    case 'clock_offset': {
      const errors = [clock, camera_clock, { offset_ms: ahead_ms, error_ms: 0 }].filter((one) => one !== null)
      const states = errors.map(({ offset_ms, error_ms }): RuleState => {
        const off = Math.abs(offset_ms)
        // If the limit is within the uncertainty, the result is unknown.
        return off - error_ms > rule.ms ? 'broken' : off + error_ms > rule.ms ? 'unknown' : 'kept'
      })
      const worst = (['broken', 'unknown', 'kept'] as const).find((one) => states.includes(one))!
      // The camera is compared with the device, so without the device's clock nothing is kept.
      if (!clock && worst !== 'broken') return { state: 'unknown', found: '' }
      const off = Math.max(...errors.map(({ offset_ms }) => Math.abs(offset_ms)))
      return { state: worst, found: (off / 1000).toFixed(1) }
    }
  }
}

/** 1 if both measures reach the limit, less if the weaker one does not. */
const scoreOf = (
  { height, contrast }: { height: number; contrast: number },
  rule: { height: number; contrast: number },
): number => Math.min(1, height / rule.height, rule.contrast === 0 ? 1 : contrast / rule.contrast)

/** The same limits apply to a portrait picture, with the sides swapped. */
const isAsLarge = (
  { width, height }: { width: number; height: number },
  rule: { width: number; height: number },
): boolean =>
  Math.max(width, height) >= Math.max(rule.width, rule.height) &&
  Math.min(width, height) >= Math.min(rule.width, rule.height)

type EventParam = Params['event_param']
export type ParamFinding = { rule: EvidenceRule; field: keyof EventParam }

/** The rules that pictures made with these parameters would break, whatever the cameras show; by field. */
export function judgeParams(rules: readonly EvidenceRule[], param: EventParam): ParamFinding[] {
  return rules.flatMap((rule): ParamFinding[] => {
    const broken = (...fields: (keyof EventParam)[]): ParamFinding[] =>
      fields.map((field) => ({ rule, field }))
    switch (rule.kind) {
      case 'picture_pixels': {
        if (!param.images_process) return []
        const { image_width, image_height } = param
        return isAsLarge({ width: image_width, height: image_height }, rule)
          ? []
          : broken(image_width < rule.width ? 'image_width' : 'image_height')
      }
      case 'picture_bytes':
        return param.images_process && param.image_max_bytes <= rule.max
          ? []
          : broken(param.images_process ? 'image_max_bytes' : 'images_process')
      case 'plate_legible':
        return param.images_process && !param.image_plate ? broken('image_plate') : []
      case 'text_on_picture':
        if (!param.images_process) return broken('images_process')
        if (!param.osd_enabled) return broken('osd_enabled')
        return rule.facts.flatMap((fact) => (writtenBy(param).includes(fact) ? [] : broken(field_of[fact])))
      default:
        return []
    }
  })
}

const field_of = {
  datetime: 'osd_datetime',
  place: 'osd_address',
  lot_no: 'osd_lot_no',
  plate: 'osd_plate_text',
} as const satisfies Record<WrittenFact, keyof EventParam>

/** The facts that these parameters write on a picture. */
export const writtenBy = (param: EventParam): WrittenFact[] =>
  param.images_process && param.osd_enabled ? written_facts.filter((fact) => param[field_of[fact]]) : []
