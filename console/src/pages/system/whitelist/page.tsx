/**
 * The whitelist (spec §2): the network addresses that may use the console; all of them while the list is
 * empty.
 */
import { useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PlusIcon, ShieldIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { AddAddresses } from './add-addresses.tsx'
import { accessOf } from './parse-lines.ts'
import { WhitelistTable } from './whitelist-table.tsx'
import styles from './whitelist.module.css'

export type Whitelist = AnswerAt<'/api/system/get_whitelist'>

export default function WhitelistPage() {
  const [words, titles] = [useWords('whitelist'), useWords('shell').routes]
  const query = useCall('/api/system/get_whitelist', {})
  const [adding, setAdding] = useState(false)
  const may = useStore(session).roles.includes('admin')
  const why = may ? undefined : words.add_role

  return (
    <>
      <PageHeader
        title={titles.system_whitelist}
        hint={words.hint}
        action={
          query.data && (
            <>
              <span className={styles.stale}>
                <StaleMark of={[query]} />
              </span>
              <WhyButton variant="primary" why={why} onPress={() => setAdding(true)}>
                <PlusIcon />
                {words.add}
              </WhyButton>
            </>
          )
        }
      />
      <Section flush>
        <Loaded query={query} rows={6} failed={words.failed}>
          {(data) => (
            <>
              <State data={data} />
              {data.list.length === 0 ? (
                <EmptyState
                  title={words.everyone}
                  heading="h2"
                  action={
                    <WhyButton why={why} onPress={() => setAdding(true)}>
                      <PlusIcon />
                      {words.add}
                    </WhyButton>
                  }
                >
                  {words.everyone_says}
                </EmptyState>
              ) : (
                <WhitelistTable data={data} why={why} />
              )}
            </>
          )}
        </Loaded>
      </Section>
      {adding && query.data && <AddAddresses data={query.data} onClose={() => setAdding(false)} />}
    </>
  )
}

/** The number of admitted addresses, and whether the user's own address is one of them. */
function State({ data: { list, caller = '' } }: { data: Whitelist }) {
  const words = useWords('whitelist')
  const access = accessOf(caller, list)
  return (
    <div className={`row wrap gap-8-12 line-below ${styles.state}`}>
      <ShieldIcon />
      <strong>{list.length === 0 ? words.everyone : words.limited(list.length)}</strong>
      {caller !== '' && (
        <span className={`inline-row wrap gap-8 push ink-2 figures ${styles.caller}`}>
          {words.caller(caller)}
          {access === 'device' && <StatusTag tone="ok">{words.caller_box}</StatusTag>}
          {access === 'in' && <StatusTag tone="ok">{words.caller_in}</StatusTag>}
          {access === 'out' && list.length > 0 && <StatusTag tone="warn">{words.caller_out}</StatusTag>}
        </span>
      )}
    </div>
  )
}
