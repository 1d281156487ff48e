/**
 * The algorithm tab (spec §3 `alg_param`, §4, §9): an index of the groups, every field with its meaning, its
 * effect and its safe range, and a search.
 * Long because index, search and fields share what is unfolded.
 */
import { useDeferredValue, useMemo, useState, lazy, Suspense } from 'react'
import { useModelAfterPaint, useForm } from '#src/forms/form-context.ts'
import { Button } from '#src/ui/button/button.tsx'
import { SearchIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { valueOf, rawOf } from '#src/forms/values.ts'
import { useFieldText } from '#src/forms/field-text.ts'
import { Section } from '#src/ui/section.tsx'
import { ParamForm } from '../form/param-form.tsx'
import { alg_groups, fieldsOf, type AlgName, safe_ranges, type AlgGroup } from './alg-groups.ts'
import { AlgIndex, groupId } from './alg-index.tsx'
import styles from './alg.module.css'
import { AlgField } from './alg-field.tsx'

export function AlgTab() {
  const words = useWords('alg')
  const [typed, setTyped] = useState('')
  const { labels, means } = useMemo(() => {
    const entries = Object.entries(words.fields)
    return {
      labels: Object.fromEntries(entries.map(([name, { label }]) => [name, label])),
      means: Object.fromEntries(entries.map(([name, text]) => [name, text.means])),
    }
  }, [words])
  return (
    <ParamForm
      group="alg_param"
      words={labels}
      help={means}
      folds={false}
      tools={
        <>
          <ReplayButton labels={labels} />
          <FieldSearch typed={typed} onType={setTyped} />
        </>
      }
    >
      <Groups typed={typed} onClear={() => setTyped('')} />
    </ParamForm>
  )
}

function Groups({ typed, onClear }: { typed: string; onClear: () => void }) {
  const words = useWords('alg')
  const applies = useApplies()
  const wanted = useDeferredValue(typed).trim().toLowerCase()
  const isFound = (name: AlgName) =>
    wanted === '' ||
    [name, ...Object.values(words.fields[name])].some((text) => text.toLowerCase().includes(wanted))
  const groups = alg_groups
    .map(({ name, basic, advanced }) => ({
      name,
      basic: basic.filter(applies).filter(isFound),
      advanced: advanced.filter(isFound),
    }))
    .filter((group) => fieldsOf(group).length > 0)
  const found = groups.flatMap(fieldsOf).length
  return (
    <div className={`stack start ${styles.page}`}>
      <AlgIndex groups={groups} />
      <div className={`slim ${styles.groups}`}>
        <p className="visually-hidden" role="status">
          {wanted === '' ? '' : words.found(found)}
        </p>
        {groups.map((group) => (
          <AlgGroupSection key={group.name} group={group} unfolded={wanted !== ''} />
        ))}
        {found === 0 && (
          <p className={`grid gap-12 ink-2 round-8 ${styles.none}`}>
            {words.none_found(typed.trim())}
            <Button onClick={onClear}>{words.find_clear}</Button>
          </p>
        )}
      </div>
    </div>
  )
}

/** Fields of a mode are shown only while the mode is on; their values are kept while they are hidden. */
function useApplies(): (name: AlgName) => boolean {
  const timed = useModelAfterPaint((model) => String(model.raw('timer_mode')) !== '0')
  const motor = useModelAfterPaint((model) => model.raw('motor_det') === true)
  return (name) =>
    name === 'timer_seconds' ? timed : name === 'motor_mode' || name === 'motor_min_seconds' ? motor : true
}

function FieldSearch({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const words = useWords('alg')
  return (
    <span className={`row relative icons-16 ${styles.find}`}>
      <SearchIcon />
      <input
        type="search"
        className="input"
        aria-label={words.find}
        placeholder={words.find}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onType('')
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // Moves the focus to the first match; this key must not save the form.
          event.preventDefault()
          document.querySelector<HTMLElement>('[data-alg-field] :is(input, select)')?.focus()
        }}
      />
    </span>
  )
}

const ReplayDialog = lazy(() =>
  import('./replay/replay-dialog.tsx').then(({ ReplayDialog: shown }) => ({ default: shown })),
)

/**
 * Opens the replay of recorded looks with the parameters as typed. Only users who may save the parameters see
 * it.
 * `labels`: labels of the fields.
 */
function ReplayButton({ labels }: { labels: Readonly<Record<string, string>> }) {
  const words = useWords('replay')
  const { model, locked } = useForm()
  const [changes, setChanges] = useState<Record<string, unknown>>()
  const [wrong, setWrong] = useState(false)
  if (locked !== undefined) return null

  function open() {
    const values = model
      .changed()
      .map((name) => [name, valueOf(model.kindOf(name), model.raw(name))] as const)
    const is_wrong = values.some(([, value]) => value === undefined)
    setWrong(is_wrong)
    if (!is_wrong) setChanges(Object.fromEntries(values))
  }
  return (
    <>
      <WhyButton why={undefined} onPress={open}>
        {words.try}
      </WhyButton>
      {wrong && <span role="alert">{words.invalid}</span>}
      {changes && (
        <Suspense>
          <ReplayDialog changes={changes} labels={labels} onClose={() => setChanges(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * One group of fields in two columns; its advanced fields are folded below, with their current values.
 * `unfolded`: true during a search, which shows only the matching fields.
 */
function AlgGroupSection({ group, unfolded }: { group: AlgGroup; unfolded: boolean }) {
  const words = useWords('alg')
  return (
    <Section {...words.groups[group.name]} id={groupId(group.name)} flush>
      <Cells names={group.basic} />
      {group.advanced.length > 0 && <Advanced names={group.advanced} unfolded={unfolded} />}
    </Section>
  )
}

/** Numbers are side by side; a choice, a switch and a number without a neighbour take the whole width. */
function Cells({ names }: { names: readonly AlgName[] }) {
  if (names.length === 0) return null
  const numbers = names.filter((name) => safe_ranges[name])
  const alone = numbers.length % 2 === 1 ? numbers.at(-1) : undefined
  return (
    <div className={styles.cells}>
      {names.map((name) => (
        <AlgField key={name} name={name} wide={!safe_ranges[name] || name === alone} />
      ))}
    </div>
  )
}

function Advanced({ names, unfolded }: { names: readonly AlgName[]; unfolded: boolean }) {
  const words = useWords('alg')
  const { model, factory } = useForm()
  const fieldText = useFieldText()
  const [open, setOpen] = useState(() => names.some((name) => model.changed().includes(name)))
  const now = useModelAfterPaint(() => names.map((name) => model.raw(name)).join('\n'))
  const values = names
    .map(
      (name, at) => `${words.fields[name].label} ${fieldText(model.kindOf(name), now.split('\n')[at] ?? '')}`,
    )
    .join(' · ')
  const as_factory = names.every((name) => model.raw(name) === rawOf(model.kindOf(name), factory?.[name]))
  return (
    <details
      className={`line-above ${styles.advanced}`}
      open={open || unfolded}
      onToggle={({ currentTarget }) => {
        if (!unfolded) setOpen(currentTarget.open)
      }}
    >
      <summary className="row gap-8 text-13">
        <ChevronRightIcon />
        <b>{words.advanced(names.length)}</b>
        <span>
          {values}
          {as_factory && words.all_factory}
        </span>
      </summary>
      <Cells names={names} />
    </details>
  )
}
