/**
 * Labels of a document's sections and fields: those of the history where it has them, otherwise this tab's
 * own.
 */
import type { DocumentSection } from '@parking/contract/config-document/config-document-rules.ts'
import { useCallback } from 'react'
import { useWords } from '#src/core/words.ts'
import { useFieldLabel, useValueText, type Section } from '../labels/field-labels.ts'

export type Scalar = string | number | boolean | null

/** The history's section of a document section; undefined where there is none. */
const known: { readonly [Name in DocumentSection]?: Section } = {
  device: 'basic_info',
  business_mode: 'business_mode',
  cameras: 'camera',
  scenes: 'scene',
  alg_param: 'alg_param',
  schedule_param: 'schedule_param',
  event_param: 'event_param',
  storage_param: 'storage_param',
  platform_param: 'platform_param',
  alarm_param: 'alarm_param',
}

export function useFieldName(): (section: DocumentSection, field: string) => string {
  const [{ fields }, alarm] = [useWords('config_document'), useWords('alarm')]
  const label = useFieldLabel()
  return useCallback(
    (section: DocumentSection, field: string) => {
      const rules: Readonly<Record<string, string>> = { ...alarm.kinds, language: alarm.language }
      const own =
        (section === 'alarm_mail' ? rules[field] : undefined) ??
        (fields as Readonly<Record<string, string>>)[field]
      const history = known[section]
      const found = history === undefined ? field : label(history, field)
      return found === field && own !== undefined ? own : found
    },
    [fields, alarm, label],
  )
}

export function useValueName(): (section: DocumentSection, field: string, value: Scalar) => string {
  const text = useValueText()
  const [forms, { languages }] = [useWords('forms'), useWords('alarm')]
  return useCallback(
    (section: DocumentSection, field: string, value: Scalar) => {
      if (typeof value === 'boolean') return value ? forms.on : forms.off
      if (field === 'language' && (value === 'zh' || value === 'tw')) return languages[value]
      return text(
        known[section] ?? 'basic_info',
        { field, before: value ?? undefined, after: value ?? undefined },
        'after',
      )
    },
    [text, forms, languages],
  )
}
