/** What a commissioning file holds: the sections that new devices share, and the rule of their names. */
import {
  commissioning_sections,
  nameByRule,
  serial_mark,
} from '@parking/contract/config-document/config-document-rules.ts'
import { useId, useState } from 'react'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import styles from './config-document-export.module.css'

type Shared = (typeof commissioning_sections)[number]
type Commissioning = {
  body: { sections: Shared[]; device_name: string }
  /** Why no file can be made; undefined if one can. */
  why: string | undefined
  set: (body: { sections: Shared[]; device_name: string }) => void
}

/** What an installer would otherwise type on the phone. */
const usual: readonly Shared[] = ['device', 'time', 'storage_param', 'platform_param', 'alarm_param']
const name_length = 64

/** The name of this device with its number replaced: "Kerb-01" becomes "Kerb-{sn}". */
function ruleFrom(name: string): string {
  if (name === '') return serial_mark
  return /\d+$/.test(name) ? name.replace(/\d+$/, serial_mark) : `${name}-${serial_mark}`
}

export function useCommissioning(onChange: () => void): Commissioning {
  const words = useWords('config_document').commissioning
  const { data } = useCall('/api/device/get_basic_info', {})
  const [typed, setTyped] = useState<string>()
  const [sections, setSections] = useState<readonly Shared[]>(usual)
  const device_name = typed ?? (data ? ruleFrom(data.name) : '')
  return {
    body: { sections: [...sections], device_name },
    why:
      sections.length === 0
        ? words.why_none
        : sections.includes('device') && device_name.trim() === ''
          ? words.why_name
          : undefined,
    set(body) {
      setSections(body.sections)
      if (body.device_name !== device_name) setTyped(body.device_name)
      onChange()
    },
  }
}

export function CommissioningChoice({ state: { body, set } }: { state: Commissioning }) {
  const all = useWords('config_document')
  const words = all.commissioning
  const id = useId()
  const { data } = useCall('/api/device/get_basic_info', {})
  return (
    <>
      <fieldset className={`grid flush ${styles.shared}`}>
        <legend>{words.sections}</legend>
        {commissioning_sections.map((section) => (
          <label key={section} className="row gap-8 text-14 pointer">
            <input
              type="checkbox"
              checked={body.sections.includes(section)}
              onChange={({ currentTarget: { checked } }) =>
                set({
                  ...body,
                  sections: commissioning_sections.filter((one) =>
                    one === section ? checked : body.sections.includes(one),
                  ),
                })
              }
            />
            {section === 'device' ? words.device : all.sections[section]}
          </label>
        ))}
      </fieldset>
      {body.sections.includes('device') && (
        <div className={`field ${styles.rule}`}>
          <label htmlFor={id}>{words.name}</label>
          <input
            id={id}
            className="input"
            maxLength={name_length}
            value={body.device_name}
            aria-describedby={`${id}-says`}
            onChange={({ currentTarget: { value } }) => set({ ...body, device_name: value })}
          />
          <p id={`${id}-says`} className="note">
            {words.name_says(serial_mark, nameByRule(body.device_name, data?.host_sn ?? ''))}
          </p>
        </div>
      )}
      <p className="note">{words.outside}</p>
    </>
  )
}
