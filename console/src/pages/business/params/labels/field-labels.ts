/** Values of fields as text, in the history and in documents; the labels are in core/field-label.ts. */
import { param_groups, param_shapes, type ParamGroup } from '@parking/contract/params/params.ts'
import * as codes from '@parking/contract/core/codes.ts'
import type { Plan } from '@parking/contract/schedule/schedule-plans.ts'
import { useMemo } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { kindsOf } from '#src/forms/kinds.ts'
import { useFieldText } from '#src/forms/field-text.ts'
import { rawOf } from '#src/forms/values.ts'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { useScheduleText } from '../schedule/schedule-text.ts'

export type Entry = AnswerAt<'/api/parking/param_history'>['list'][number]
export type FieldChange = Entry['changes'][number]
export type Section = Entry['section']

/** The business mode is excluded: switching it clears the scenes. */
export const isRestorable = (section: Section): boolean => section !== 'business_mode'

/** The parameter group of a section; undefined for cameras, scenes and other sections without one. */
export const groupOf = (section: Section): ParamGroup | undefined =>
  param_groups.find((group) => group === section)

const kinds = Object.fromEntries(
  param_groups.map((group) => [group, kindsOf(param_shapes[group])]),
) as Record<ParamGroup, ReturnType<typeof kindsOf>>
/** Numeric fields of cameras and scenes that mean yes or no. */
const yes_no: readonly string[] = ['enabled', 'onvif_supported', 'ptz_supported']

/**
 * Returns the value of a field before or after a change as text; a lot is compared with the opposite side.
 */
export function useValueText(): (section: Section, change: FieldChange, side: 'before' | 'after') => string {
  const [words, forms, table] = [useWords('history'), useWords('forms'), useWords('codes')]
  const [fieldText, say] = [useFieldText(), useScheduleText()]
  return useMemo(() => {
    const coded = (field: string, value: unknown): string | undefined => {
      const known: unknown = (codes as Readonly<Record<string, unknown>>)[field]
      const labels = (table as Readonly<Record<string, Readonly<Record<string, string>>>>)[field]
      if (typeof value !== 'number' || typeof known !== 'object' || known === null || !labels)
        return undefined
      const word = Object.entries(known).find(([, number]) => number === value)?.[0]
      return word === undefined ? undefined : labels[word]
    }
    return (section, change, side) => {
      const { field, secret } = change
      if (secret) return side === 'after' ? words.secret[secret] : words.secret_was[secret]
      const value = change[side]
      if (value === undefined || value === null) return words.absent
      const group = groupOf(section)
      if (group === 'schedule_param' && Array.isArray(value))
        return (value as Plan[]).map(say.plan).join('\n') || words.unplanned
      const kind = group && kinds[group][field]
      if (kind && kind.kind !== 'other') return fieldText(kind, rawOf(kind, value))
      if (Array.isArray(value)) return value.map(String).join('\n') || forms.empty
      if (typeof value === 'object')
        return lotSentence(value, change[side === 'after' ? 'before' : 'after'], { side, words, coded })
      if (yes_no.includes(field)) return value === 1 || value === true ? forms.on : forms.off
      return coded(field, value) ?? (value === '' ? forms.empty : String(value))
    }
  }, [words, forms, table, fieldText, say])
}

type How = {
  side: 'before' | 'after'
  words: Areas['history']
  coded: (field: string, value: unknown) => string | undefined
}

/** Describes one lot of a scene: how it differs from the other side, and how far its outline moved. */
function lotSentence(value: object, other: unknown, { side, words, coded }: How): string {
  const others: Readonly<Record<string, string | ((text: string) => string)>> = words.others
  const was: Readonly<Record<string, unknown>> =
    typeof other === 'object' && other !== null ? { ...other } : {}
  const named = Object.entries(value).filter(
    ([field, its]) => JSON.stringify(its) !== JSON.stringify(was[field]),
  )
  return named
    .map(([field, its]) => {
      const label = others[field]
      const name = typeof label === 'string' ? label : field
      if (field !== 'polygon')
        return `${name}：${coded(field, its) ?? (typeof its === 'object' ? JSON.stringify(its) : String(its))}`
      const corners = `${name}：${words.points(Array.isArray(its) ? its.length : 0)}`
      const far = side === 'after' ? movedBy(its, was[field]) : undefined
      return far === undefined
        ? corners
        : `${corners}，${words.boundary_shifted(`${(far * 100).toFixed(1)}%`)}`
    })
    .join('\n')
}

/**
 * The largest movement of a corner as a share of the picture's width; undefined if corners were added or
 * removed.
 */
function movedBy(now: unknown, before: unknown): number | undefined {
  if (!isOutline(now) || !isOutline(before) || now.length !== before.length) return undefined
  return Math.max(...now.map(([x, y], at) => Math.hypot(x - before[at]![0], y - before[at]![1])))
}

const isOutline = (value: unknown): value is [number, number][] =>
  Array.isArray(value) &&
  value.every((point) => Array.isArray(point) && typeof point[0] === 'number' && typeof point[1] === 'number')
