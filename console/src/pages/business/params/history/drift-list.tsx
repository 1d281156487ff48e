/** Parameters that differ from factory values, by group, each with a link to its tab. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { ChevronRightIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { useFieldLabel } from '#src/core/field-label.ts'
import { useValueText } from '../labels/field-labels.ts'
import styles from './history.module.css'

type State = AnswerAt<'/api/parking/param_state'>['list'][number]

/** The tab of each group. */
const tabs: Record<State['group'], keyof Areas['params']['tabs']> = {
  alg_param: 'alg',
  schedule_param: 'schedule',
  event_param: 'event',
  storage_param: 'storage',
  platform_param: 'platform',
  alarm_param: 'alarm',
  mqtt_param: 'mqtt',
}
const max_shown = 4
const poll_ms = 20_000

export function DriftList() {
  const words = useWords('history').drift
  const query = useCall('/api/parking/param_state', {}, { every: poll_ms })
  return (
    <Section title={words.title} hint={words.hint}>
      <Loaded query={query} rows={6} failed={words.failed}>
        {({ list }) => {
          const drifted = list.filter(({ drift }) => drift.length > 0)
          if (drifted.length === 0) return <StatusTag tone="ok">{words.none}</StatusTag>
          return (
            <ul className={`grid gap-12 ${styles.groups}`}>
              {drifted.map((state) => (
                <Group key={state.group} state={state} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}

function Group({ state: { group, drift } }: { state: State }) {
  const words = useWords('history')
  const [label, text] = [useFieldLabel(), useValueText()]
  const [whole, setWhole] = useState(false)
  const name = words.sections[group]
  const shown = whole ? drift : drift.slice(0, max_shown)
  const tab = tabs[group]
  return (
    <li className={`grid gap-8 pad-12-16 bordered ${styles.group}`}>
      <div className={`row full gap-8 text-13 ink-2 icons-16 ${styles.group_head}`}>
        <h3 className="text-14 ink bold">{name}</h3>
        <span>{words.drift.count(drift.length)}</span>
        <Link to={tab === 'alg' ? '?' : `?tab=${tab}`} aria-label={words.drift.open(name)}>
          <ChevronRightIcon />
        </Link>
      </div>
      <dl className="grid full gap-4 text-13">
        {shown.map((change) => (
          <div key={change.field}>
            <dt className="ink-2 anywhere">{label(group, change.field)}</dt>
            <dd
              className="ellipsis figures"
              title={whole ? undefined : text(group, change, 'after')}
              data-whole={whole || undefined}
            >
              <del>
                <span className="visually-hidden">{words.drift.factory} </span>
                {text(group, change, 'before')}
              </del>
              <ins>
                <span className="visually-hidden">{words.drift.now} </span>
                {text(group, change, 'after')}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      {drift.length > max_shown && (
        <Button variant="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? words.drift.less : words.drift.more(drift.length - max_shown)}
        </Button>
      )}
    </li>
  )
}
