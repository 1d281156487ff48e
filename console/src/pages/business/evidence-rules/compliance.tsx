/** The share of each camera's newest events that keeps each rule. */
import { useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import '#src/tables/table.css'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import type { Pack } from './page.tsx'
import styles from './evidence-rules.module.css'

type Answer = AnswerAt<'/api/parking/evidence_compliance'>
type Camera = Answer['cameras'][number]
const spans = { d1: 1, d7: 7, d30: 30 } as const
type Span = keyof typeof spans

/** `packs`: the active packs. */
export function Compliance({ packs }: { packs: readonly Pack[] }) {
  const applies = packs.length > 0
  const words = useWords('evidence_rules')
  const [span, setSpan] = useState<Span>('d7')
  const query = useCall(
    '/api/parking/evidence_compliance',
    { days: spans[span] },
    { enabled: applies, keep: true },
  )
  return (
    <Section
      title={words.share}
      hint={applies && query.data ? words.share_hint(query.data.max_events) : undefined}
      action={
        applies && (
          <select
            className="input"
            aria-label={words.days}
            value={span}
            onChange={({ currentTarget }) => setSpan(currentTarget.value as Span)}
          >
            {(Object.keys(spans) as Span[]).map((one) => (
              <option key={one} value={one}>
                {words.day_names[one]}
              </option>
            ))}
          </select>
        )
      }
    >
      {applies ? (
        <Loaded query={query} rows={4} failed={words.failed}>
          {({ cameras }) =>
            cameras.length > 0 ? (
              <Cameras cameras={cameras} packs={packs} />
            ) : (
              <EmptyState title={words.no_events} heading="h3" />
            )
          }
        </Loaded>
      ) : (
        <EmptyState title={words.no_packs} heading="h3">
          {words.no_packs_says}
        </EmptyState>
      )}
    </Section>
  )
}

function Cameras({ cameras, packs }: { cameras: readonly Camera[]; packs: readonly Pack[] }) {
  const words = useWords('evidence_rules')
  // Two packs may have rules of the same kind.
  const nameOf = (id: string) => packs.find(({ pack }) => pack === id)?.name ?? id
  const columns = cameras[0]!.rules
  return (
    <div className="table-box">
      <table className={`table ${styles.shares}`} data-cards="">
        <thead>
          <tr>
            <th>{words.camera}</th>
            <th>{words.clean}</th>
            {columns.map(({ pack, kind }, at) => (
              <th key={at}>
                <span className={styles.share}>
                  {words.rules[kind]}
                  <small>{nameOf(pack)}</small>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cameras.map(({ camera_name, events, left_out, clean, rules }, row) => (
            <tr key={row}>
              <td data-label={words.camera}>
                <span className={styles.share}>
                  <strong>{camera_name}</strong>
                  {left_out > 0 && <small>{words.not_judged(left_out)}</small>}
                </span>
              </td>
              <td data-label={words.clean}>
                <Share kept={clean} all={events} open={0} />
              </td>
              {rules.map(({ pack, kind, kept, broken, pending, unknown }, at) => (
                <td key={at} data-label={words.column(words.rules[kind], nameOf(pack))}>
                  <Share kept={kept} all={kept + broken} open={pending + unknown} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Share({ kept, all, open }: { kept: number; all: number; open: number }) {
  const words = useWords('evidence_rules')
  return (
    <span className={styles.share}>
      <b>{all === 0 ? '—' : `${Math.round((kept / all) * 100)}%`}</b>
      {all > 0 && <small>{words.counts(kept, all)}</small>}
      {open > 0 && <small>{words.open(open)}</small>}
    </span>
  )
}
