/** The time zone, found by a city in either script, by an offset or by its name. */
import { filled } from '@parking/contract/core/fields.ts'
import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { sentenceOf } from '#src/core/errors.ts'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { useStore } from '#src/lib/store.ts'
import { useChange } from '#src/core/queries.ts'
import { deviceZone } from '#src/stores/device-zone.ts'
import { session } from '#src/stores/session.ts'
import { Combobox, type ComboboxOption } from '#src/ui/combobox/combobox.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useLanguage, useWords } from '#src/core/words.ts'
import type { Time } from './page.tsx'
import shared from './time.module.css'
import { useTick } from './use-device-clock.ts'
import { offsetOf, offsetText, stampOf, wallIn } from '#src/time/zone.ts'
import { momentAt, type DeviceClock } from './wall-clock.ts'
import { allZones, fullLabel, searchZones, zoneOf } from './zones.ts'

/** The body of `set_time` in this form: the zone is required. */
const schema = z.strictObject({ time_zone: filled(64) })

export function ZoneForm({ time, clock }: { time: Time; clock: DeviceClock }) {
  const [words, forms] = [useWords('time'), useWords('forms')]
  const may = useStore(session).roles.includes('admin')
  const change = useChange('/api/device/set_time', {
    refresh: ['/api/device/time_para'],
    done: () => toast.success(words.zone_done),
  })
  const values = useMemo(() => ({ time_zone: time.time_zone }), [time.time_zone])
  return (
    <Section title={words.zone}>
      <Form
        schema={schema}
        values={values}
        issues={change.issues}
        onSave={async (body) => {
          const answer = await change.run(body)
          if (answer !== undefined) deviceZone.set(body.time_zone)
          return answer
        }}
        labels={{ time_zone: words.zone_label }}
        locked={may ? undefined : forms.read_only}
      >
        <ZoneField now={time.time_zone} clock={clock} />
        <p className="note above-4 leading-15">{words.zone_hint}</p>
        <SaveBar label={words.save} />
      </Form>
    </Section>
  )
}

function ZoneField({ now, clock }: { now: string; clock: DeviceClock }) {
  const [words, errors, language] = [useWords('time'), useWords('errors'), useLanguage()]
  const { model, id, locked } = useForm()
  const chosen = String(useFieldValue('time_zone'))
  const issue = useSyncExternalStore(model.subscribe, () => model.issue('time_zone'))
  const moment = clock.ms ?? clock.wall
  const [field, note] = [`${id}-time_zone`, `${id}-time_zone-note`]

  const search = (typed: string): ComboboxOption[] =>
    searchZones(allZones(now, language, moment), typed).map((one) => ({
      value: one.name,
      label: one.city,
      note: `${one.name} · ${offsetText(one.offset)}`,
      group: typed.trim() === '' ? (one.common ? words.zone_common : words.zone_all) : words.zone_found,
    }))

  return (
    <div className={`grid one-column gap-4 ${shared.field}`}>
      <label htmlFor={field}>{words.zone_label}</label>
      <Combobox
        id={field}
        value={chosen}
        label={fullLabel(zoneOf(chosen, language, moment))}
        search={search}
        list={words.zone_list}
        none={words.zone_none}
        placeholder={words.zone_search}
        disabled={locked !== undefined}
        invalid={issue !== undefined}
        describedBy={note}
        onPick={(name) => model.type('time_zone', name)}
      />
      <p
        id={note}
        className={`text-12 ink-3 figures anywhere leading-20 ${shared.note}`}
        data-tone={issue ? 'bad' : undefined}
      >
        {issue ? (
          sentenceOf(issue, errors)
        ) : chosen === now ? (
          words.zone_note
        ) : (
          <Preview zone={chosen} clock={clock} />
        )}
      </p>
    </div>
  )
}

/** The wall time in the selected zone, before it is saved. */
function Preview({ zone, clock }: { zone: string; clock: DeviceClock }) {
  const words = useWords('time')
  const moment = momentAt(clock, useTick(clock))
  const wall = moment === undefined ? undefined : wallIn(zone, moment)
  return wall === undefined || moment === undefined ? null : (
    <>{words.zone_preview(stampOf(wall), offsetText(offsetOf(zone, moment) ?? 0))}</>
  )
}
