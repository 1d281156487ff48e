/**
 * The prefilled form that repairs an irregular stay; a repair's key applies what the form shows. Long because
 * each repair has fields of its own.
 */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import type { StayRepair } from '@parking/contract/stays/stay-marks.ts'
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { formatTime } from '#src/time/time.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { toast } from '#src/ui/toast.tsx'
import { firstReason, proposalFor, reasonsFor, repair_keys, repairsFor, restorable } from './repairs.ts'
import type { Stay } from './stay-panel.tsx'
import { outdated_stay_calls } from './outdated-stay-calls.ts'
import styles from './repair-form.module.css'

export function RepairForm({ stay }: { stay: Stay }) {
  const [words, codes, errors] = [useWords('stays'), useWords('codes'), useWords('errors')]
  const id = useId()
  const may_work = useMayWork()
  const acts = repairsFor(stay)
  const [chosen, setAct] = useState(acts[0])
  // A repair may leave the stay as it is listed, and end what it repaired.
  const act = chosen !== undefined && acts.includes(chosen) ? chosen : acts[0]
  const form = useForm(act, stay)
  const undo = useChange('/api/parking/undo_stay_repair', { refresh: outdated_stay_calls })
  const change = useChange('/api/parking/repair_stay', { refresh: outdated_stay_calls })
  const { issues } = change
  const issueOf = (field: string) => {
    const issue = issues.find((one) => one.field === field)
    if (!issue) return undefined
    const outside =
      issue.field === 'time' && (act === 'open' || act === 'close') && issue.issue === 'time_order'
    return outside ? words.time_outside[act] : sentenceOf(issue, errors)
  }

  async function apply(which: StayRepair, typed: ReturnType<typeof useForm>['values']) {
    if (change.running || !may_work) return
    // Without a reason nothing is removed: the device names the field.
    if (which === 'drop' && typed.reason.trim() !== '') {
      const body = (
        <>
          <p className="paragraph">{words.acts_say.drop}</p>
          <p className="paragraph">{words.drop_final}</p>
        </>
      )
      if (!(await confirm({ title: words.drop_ask, body, confirm: words.acts.drop, danger: true }))) return
    }
    const done = await change.run({
      stay: stay.identity,
      act: which,
      reason: typed.reason,
      ...((which === 'open' || which === 'close') && { time: typed.time }),
      ...((which === 'drop' || which === 'restore') && { uuid: typed.uuid }),
      ...(which === 'plate' && { plate_number: typed.plate }),
    })
    if (!done) return
    const back = () =>
      void undo.run({ repair_id: done.repair_id }).then((answer) => answer && toast.success(words.undone))
    toast.success(
      words.repaired(done.left),
      done.undo === 'can' ? { text: words.undo, run: back } : undefined,
    )
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Only while the focus is in the stays area (WCAG 2.1.4).
    const on_stays = event.target instanceof HTMLElement && event.target.closest('[data-stay-keys]')
    const typing = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
    if (!on_stays || typing || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (document.querySelector('dialog[open]')) return
    const which = acts.find((one) => repair_keys[one] === event.key.toLowerCase())
    if (which === undefined) return
    event.preventDefault()
    if (which === act) void apply(which, form.values)
    else setAct(which)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  if (act === undefined) return null
  const { values, set } = form
  const counted = stay.events.filter(({ standing }) => standing !== 'withdrawn')
  return (
    <form
      className={`grid card gap-10 ${styles.form}`}
      aria-label={words.repair}
      onSubmit={(event) => {
        event.preventDefault()
        void apply(act, values)
      }}
    >
      <fieldset className={`flex wrap gap-4 flush ${styles.acts}`}>
        <legend className="visually-hidden">{words.act}</legend>
        {acts.map((one) => (
          <label key={one} className={`relative ${styles.act}`}>
            <input
              type="radio"
              className="flush cover pointer"
              name={id}
              checked={one === act}
              onChange={() => setAct(one)}
            />
            <span className="inline-row gap-6 text-13 round-6">
              {words.acts[one]}
              <kbd className="mouse-only">{repair_keys[one].toUpperCase()}</kbd>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-12 ink-3">{words.acts_say[act]}</p>
      {(act === 'open' || act === 'close') && (
        <Labelled label={act === 'open' ? words.time_in : words.time_out} error={issueOf('time')}>
          {(field) => (
            <input
              {...field}
              className="input"
              value={values.time}
              onChange={(e) => set('time', e.target.value)}
            />
          )}
        </Labelled>
      )}
      {(act === 'drop' || act === 'restore') && (
        <Labelled label={words.which[act]} error={issueOf('uuid')}>
          {(field) => (
            <select
              {...field}
              className="input"
              value={values.uuid}
              onChange={(event) => set('uuid', event.target.value)}
            >
              {(act === 'restore' ? restorable(stay) : counted).map((event) => {
                const type = wordOf(event_type, event.event_type)
                return (
                  <option key={event.uuid} value={event.uuid}>
                    {event.time_str.slice(5)} {type && codes.event_type[type]} {event.plate_number}
                  </option>
                )
              })}
            </select>
          )}
        </Labelled>
      )}
      {act === 'plate' && (
        <Labelled label={words.plate} error={issueOf('plate_number')}>
          {(field) => (
            <input
              {...field}
              className="input"
              value={values.plate}
              spellCheck={false}
              onChange={(event) => set('plate', event.target.value)}
            />
          )}
        </Labelled>
      )}
      <Labelled label={words.reason} error={issueOf('reason')}>
        {(field) => (
          <>
            <input
              {...field}
              className="input"
              value={values.reason}
              maxLength={200}
              list={`${id}-reasons`}
              onChange={(event) => set('reason', event.target.value)}
            />
            <datalist id={`${id}-reasons`}>
              {reasonsFor(act, stay, words.reasons[act]).map((reason) => (
                <option key={reason} value={reason} />
              ))}
            </datalist>
          </>
        )}
      </Labelled>
      <WhyButton
        why={may_work ? undefined : words.repair_role}
        variant="primary"
        busy={change.running}
        onPress={() => void apply(act, values)}
      >
        {words.acts[act]}
      </WhyButton>
    </form>
  )
}

type Values = { time: string; uuid: string; plate: string; reason: string }
/** The input for the selected repair; another repair starts with its own proposal. */
function useForm(act: StayRepair | undefined, stay: Stay) {
  const words = useWords('stays')
  const proposal = act && proposalFor(act, stay)
  const [typed, setTyped] = useState<{ act: StayRepair | undefined; values: Partial<Values> }>({
    act,
    values: {},
  })
  const own = typed.act === act ? typed.values : {}
  const values: Values = {
    time: formatTime(proposal?.time_ms),
    uuid: proposal?.uuid ?? '',
    plate: proposal?.plate ?? '',
    reason: act ? firstReason(act, stay, words.reasons[act]) : '',
    ...own,
  }
  return {
    values,
    set: (name: keyof Values, value: string) => setTyped({ act, values: { ...own, [name]: value } }),
  }
}

type FieldProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
function Labelled({
  label,
  error,
  children,
}: {
  label: string
  error: string | undefined
  children: (field: FieldProps) => ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
