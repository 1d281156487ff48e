/**
 * Evidence rules: the active rule packs, the user's own packs, and how many events of each camera keep the
 * rules.
 */
import { useState } from 'react'
import type { EvidenceRule } from '@parking/contract/evidence-rules/judge.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { limitText } from '#src/events/rules/rule-text.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { Compliance } from './compliance.tsx'
import { OwnPack } from './own-pack.tsx'
import styles from './evidence-rules.module.css'

export type Rules = AnswerAt<'/api/parking/get_evidence_rules'>
export type Pack = Rules['own'][number]
const reads = ['/api/parking/get_evidence_rules', '/api/parking/evidence_compliance'] as const

export default function EvidenceRulesPage() {
  const [words, titles] = [useWords('evidence_rules'), useWords('shell').routes]
  const query = useCall('/api/parking/get_evidence_rules', {})
  return (
    <>
      <PageHeader title={titles.business_evidence_rules} hint={words.hint} />
      <Loaded query={query} rows={8} failed={words.failed}>
        {(rules) => <RulePacks rules={rules} />}
      </Loaded>
    </>
  )
}

function RulePacks({ rules }: { rules: Rules }) {
  const words = useWords('evidence_rules')
  const may = useMayWork()
  const [edited, setEdited] = useState('')
  const change = useChange('/api/parking/update_evidence_rules', { refresh: reads })
  const { shipped, own } = rules
  const all = [...shipped, ...own]
  // The checkbox shows the user's choice at once, and the device's state after it has answered.
  const [chosen, setChosen] = useState<readonly string[]>()
  const active = chosen ?? rules.active
  async function toggle(pack: string, on: boolean) {
    const next = on ? [...active, pack] : active.filter((one) => one !== pack)
    setChosen(next)
    await change.run({ active: next })
    setChosen(undefined)
  }
  async function remove(pack: Pack) {
    const yes = await confirm({
      title: words.remove(pack.name),
      body: words.remove_body,
      confirm: words.remove_confirm,
      danger: true,
    })
    if (yes) await change.run({ own: own.filter((one) => one.pack !== pack.pack) })
  }
  return (
    <>
      <Section title={words.packs} hint={may ? words.packs_hint : words.role}>
        <ul className={`stack ${styles.packs}`}>
          {all.map((pack) => (
            <li key={pack.pack}>
              <label className={`row gap-8 text-15 ${styles.use}`}>
                <input
                  type="checkbox"
                  checked={active.includes(pack.pack)}
                  disabled={!may || change.running}
                  aria-label={words.use(pack.name)}
                  onChange={({ currentTarget }) => void toggle(pack.pack, currentTarget.checked)}
                />
                <b>{pack.name}</b>
                <StatusTag tone="idle">{words.kinds[pack.source_kind]}</StatusTag>
              </label>
              <PackText pack={pack} />
              {may && own.includes(pack) && (
                <p className="flex wrap gap-8 above-12">
                  <Button onClick={() => setEdited(JSON.stringify(pack, null, 2))}>
                    {words.edit(pack.name)}
                  </Button>
                  <Button onClick={() => void remove(pack)}>{words.remove(pack.name)}</Button>
                </p>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Compliance packs={all.filter(({ pack }) => rules.active.includes(pack))} />
      {may && <OwnPack key={edited} begin={edited} own={own} reads={reads} />}
    </>
  )
}

function PackText({ pack }: { pack: Pack }) {
  const words = useWords('evidence_rules')
  return (
    <>
      <dl className={`grid gap-6 text-13 ${styles.rules}`}>
        {pack.rules.map((rule, at) => (
          <div key={at}>
            <dt className="ink-2">
              {words.rules[rule.kind]}
              {rule.clause !== '' && <small>{words.clause(rule.clause)}</small>}
            </dt>
            <dd>{limitText(words, rule as EvidenceRule)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-12 ink-3">
        {pack.as_of !== '' && words.as_of(pack.as_of)}
        {pack.source !== '' && (
          <>
            {pack.as_of !== '' && '，'}
            {words.source} <span className="anywhere">{pack.source}</span>
          </>
        )}
        {pack.second_hand && <span className="block above-4">{words.second_hand}</span>}
      </p>
    </>
  )
}
