/** What the applicable rules of evidence say about an event; renders nothing if none applies. */
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { foundText, limitText } from './rule-text.ts'
import styles from './event-rules.module.css'

const tones = { kept: 'ok', broken: 'bad', pending: 'info', unknown: 'idle' } as const

export function EventRules({ uuid }: { uuid: string }) {
  const words = useWords('evidence_rules')
  const query = useCall('/api/parking/judge_event_evidence', { uuid })
  const { data } = query
  const packs = data?.packs ?? []
  if (!data && query.isError && query.error?.reason !== 'unsupported')
    return (
      <section>
        <LoadFailed query={query} title={words.failed} />
      </section>
    )
  if (packs.length === 0) return null
  if (data?.left_out)
    return (
      <section>
        <h3 className="below-8 text-14 medium">{words.event_title}</h3>
        <p className="note">{words.left_out[data.left_out]}</p>
      </section>
    )
  const findings = packs.flatMap((pack) => pack.findings)
  const broken = findings.filter(({ state }) => state === 'broken').length
  const is_clean = findings.every(({ state }) => state === 'kept')
  return (
    <section>
      <h3 className={`flex wrap baseline gap-4-12 below-8 text-14 medium ${styles.title}`}>
        {words.event_title}
        <small data-broken={broken > 0 || undefined}>
          {broken > 0
            ? words.some_broken(broken)
            : is_clean
              ? words.all_kept(findings.length)
              : words.none_broken}
        </small>
      </h3>
      {packs.map(({ pack, name, findings: own }) => (
        <ul key={pack} className={`grid gap-6 below-12 text-13 ${styles.list}`} aria-label={name}>
          {own.map(({ rule, state, found }, at) => (
            <li key={at}>
              <StatusTag tone={tones[state]}>{words.states[state]}</StatusTag>
              <span>
                <b>{words.rules[rule.kind]}</b> {limitText(words, rule)}
                {found !== '' && <>。{foundText(words, rule, found)}</>}
                <small>
                  {name}
                  {rule.clause !== '' && ` ${words.clause(rule.clause)}`}
                </small>
              </span>
            </li>
          ))}
        </ul>
      ))}
    </section>
  )
}
