/**
 * Labels of a document's sections and fields: the history's labels if it has them, otherwise this tab's own.
 */
import type { DocumentSection } from '@parking/contract/config-document/config-document-rules.ts'
import { useCallback } from 'react'
import { useWords } from '#src/core/words.ts'
import { useFieldLabel } from '#src/core/field-label.ts'
import { useValueText, type Section } from '../labels/field-labels.ts'

export type Scalar = string | number | boolean | null

/** The history section for a document section; undefined if there is none. */
const history_sections: { readonly [Name in DocumentSection]?: Section } = {
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
  mqtt_param: 'mqtt_param',
}

export function useFieldName(): (section: DocumentSection, field: string) => string {
  const { fields } = useWords('config_document')
  const label = useFieldLabel()
  return useCallback(
    (section: DocumentSection, field: string) => {
      const own = (fields as Readonly<Record<string, string>>)[field]
      const history = section === 'alarm_mail' ? section : history_sections[section]
      const found = history === undefined ? field : label(history, field)
      return own !== undefined && (found === field || section === 'alarm_mail') ? own : found
    },
    [fields, label],
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
        history_sections[section] ?? 'basic_info',
        { field, before: value ?? undefined, after: value ?? undefined },
        'after',
      )
    },
    [text, forms, languages],
  )
}
