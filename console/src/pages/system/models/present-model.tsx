/**
 * The model in use: what it is, since when it is used, and whether the analysis application works with it.
 */
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import styles from './models.module.css'
import type { Models } from './page.tsx'

export const fullName = (name: string, version: string): string => `${name} ${version}`.trim()

type Works = 'off' | 'none' | 'waiting' | 'yes' | 'other'
const tones: Record<Works, Tone> = { off: 'idle', none: 'idle', waiting: 'info', yes: 'ok', other: 'warn' }

function worksOf({ program, uses }: Models): Works {
  if (!program.connected) return 'off'
  if (program.shipped === null) return 'none'
  if (program.works_with === undefined) return 'waiting'
  return program.works_with === (uses[0]?.model ?? null) ? 'yes' : 'other'
}

export function PresentModel({ models }: { models: Models }) {
  const words = useWords('models')
  const { list, uses, program } = models
  const row = list.find(({ in_use }) => in_use)
  const facts = row ?? program.shipped
  const works = worksOf(models)
  return (
    <>
      <Facts width="wide" className={styles.facts}>
        <Fact name={words.name} note={!row && facts && fullName(facts.name, facts.version)}>
          {row ? fullName(row.name, row.version) : words.shipped}
        </Fact>
        <Fact name={words.since}>{uses[0]?.time_str ?? words.from_start}</Fact>
        <Fact name={words.licence}>
          {facts?.licence ?? '--'} {row?.agpl && <StatusTag tone="warn">{words.agpl}</StatusTag>}
        </Fact>
        <Fact name={words.program}>
          {tones[works] === 'idle' ? (
            words.works[works]
          ) : (
            <StatusTag tone={tones[works]}>{words.works[works]}</StatusTag>
          )}
        </Fact>
        <Fact name={words.sha256} wide code>
          {facts ? <CopyText text={facts.sha256} /> : words.shipped_unknown}
        </Fact>
      </Facts>
    </>
  )
}

/** Buttons that roll back to the previous model or to the shipped one. */
export function RollBackButtons({ models: { previous, uses } }: { models: Models }) {
  const words = useWords('models')
  const change = useChange('/api/system/roll_back_model', {
    refresh: ['/api/system/get_models'],
    done: () => toast.success(words.rolled_back),
  })
  const nameOf = (one: NonNullable<typeof previous>) =>
    one.model === null ? words.shipped : fullName(one.name, one.version)
  async function ask(to: 'previous' | 'shipped', name: string) {
    const confirmed = await confirm({
      title: words.roll_back_ask(name),
      body: <p className="paragraph">{words.roll_back_says}</p>,
      confirm: to === 'shipped' ? words.roll_back_shipped : words.roll_back,
    })
    if (confirmed) await change.run({ to })
  }
  const shipped = (uses[0]?.model ?? null) === null
  return (
    <>
      <WhyButton
        why={previous ? undefined : words.roll_back_none}
        busy={change.running}
        onPress={() => previous && void ask('previous', nameOf(previous))}
      >
        {words.roll_back}
      </WhyButton>
      <WhyButton
        why={shipped ? words.shipped_already : undefined}
        busy={change.running}
        onPress={() => void ask('shipped', words.shipped)}
      >
        {words.roll_back_shipped}
      </WhyButton>
    </>
  )
}
