/** Labels of configuration fields. A field without a label shows its wire name. */
import { useCallback } from 'react'
import type { Area } from '../locales/areas.ts'
import { useWords } from './words.ts'

/** The areas whose words `useFieldLabel` needs. */
export const label_areas: readonly Area[] = [
  'history',
  'alg',
  'schedule',
  'evidence',
  'object_storage',
  'platform',
  'alarm',
  'mqtt',
]
type Labels = Readonly<Record<string, string | { readonly label: string }>>

/** Returns the label of a section's field. Cameras, scenes and the device share one table. */
export function useFieldLabel(): (section: string, field: string) => string {
  const { others } = useWords('history')
  const [alg, schedule, event] = [useWords('alg'), useWords('schedule'), useWords('evidence')]
  const mqtt = useWords('mqtt')
  const [object_storage, platform, alarm] = [
    useWords('object_storage'),
    useWords('platform'),
    useWords('alarm'),
  ]
  return useCallback(
    (section: string, field: string) => {
      const { kinds, language, digest_minutes, recovered_field: recovered } = alarm
      const own: Readonly<Record<string, Labels>> = {
        alg_param: alg.fields,
        schedule_param: { plans: schedule.plans },
        event_param: event.fields,
        storage_param: object_storage.fields,
        platform_param: platform.fields,
        alarm_param: alarm.fields,
        mqtt_param: mqtt.fields,
        alarm_mail: { ...kinds, language, digest_minutes, recovered },
      }
      const found = own[section]?.[field]
      if (found !== undefined) return typeof found === 'string' ? found : found.label
      const lot = /^lot (.+)$/.exec(field)?.[1]
      if (lot !== undefined) return others.lot(lot)
      const other = (others as Readonly<Record<string, unknown>>)[field]
      return typeof other === 'string' ? other : field
    },
    [alg, schedule, event, object_storage, platform, alarm, mqtt, others],
  )
}
