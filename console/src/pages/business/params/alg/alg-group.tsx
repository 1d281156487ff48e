/** One group of fields in two columns; its advanced fields are folded below, with their current values. */
import { useState } from 'react'
import { useForm, useModelAfterPaint } from '#src/forms/form-context.ts'
import { useFieldText } from '#src/forms/field-text.ts'
import { rawOf } from '#src/forms/values.ts'
import { ChevronRightIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { AlgField } from './alg-field.tsx'
import { safe_ranges, type AlgGroup, type AlgName } from './alg-groups.ts'
import { groupId } from './alg-index.tsx'
import styles from './alg.module.css'

/** `unfolded`: true during a search, which shows only the matching fields. */
export function AlgGroupSection({ group, unfolded }: { group: AlgGroup; unfolded: boolean }) {
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
      className={styles.advanced}
      open={open || unfolded}
      onToggle={({ currentTarget }) => {
        if (!unfolded) setOpen(currentTarget.open)
      }}
    >
      <summary>
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
