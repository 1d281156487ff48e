/** The bar above the table: scenes or lots, the selection, and the batch edit. */
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CloseIcon, EditIcon } from '#src/ui/icons.tsx'
import styles from './page.module.css'
import type { View } from './scene-filter.ts'

type Props = {
  view: View
  /** Undefined while the counts are unknown, which is not the same as 0. */
  counts: { readonly [V in View]: number } | undefined
  onView: (view: View) => void
  /** Number of selected rows, and how many of them the filter hides. */
  chosen: number
  hidden: number
  /** Number of rows that match the filter. */
  matching: number
  onAll: () => void
  onClear: () => void
  onEdit: () => void
}

const text = (n: number) => n.toLocaleString('en')

export function ListTools({ view, counts, onView, chosen, hidden, matching, onAll, onClear, onEdit }: Props) {
  const words = useWords('scene_list')
  const may_work = useMayWork()
  const why = !may_work ? words.edit.why_role : chosen === 0 ? words.edit.why_none[view] : undefined
  return (
    <section
      className={`row wrap gap-8-12 ${styles.tools}`}
      aria-label={words.select.bar}
      data-chosen={chosen > 0 || undefined}
    >
      <div className={`flex clip round-6 on-card ${styles.views}`} role="group" aria-label={words.view}>
        {(['scenes', 'lots'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="plain tinted text-13 ink-2 figures"
            aria-pressed={view === one}
            onClick={() => onView(one)}
          >
            {words.views[one](counts ? text(counts[one]) : '').trim()}
          </button>
        ))}
      </div>
      {may_work && (
        <p className={`flex wrap baseline text-13 ink-2 figures ${styles.chosen}`} role="status">
          {chosen === 0 ? (
            words.select.none[view]
          ) : (
            <strong className="ink bold">{words.select.chosen[view](text(chosen))}</strong>
          )}
          {hidden > 0 && <small>{words.select.hidden(text(hidden))}</small>}
        </p>
      )}
      <span className={`row wrap push ${styles.actions}`}>
        {may_work && matching > 0 && chosen - hidden < matching && (
          <Button variant="quiet" onClick={onAll}>
            {words.select.all(text(matching))}
          </Button>
        )}
        {chosen > 0 && (
          <Button variant="quiet" onClick={onClear}>
            <CloseIcon />
            {words.select.clear}
          </Button>
        )}
        <WhyButton why={why} variant={chosen > 0 ? 'primary' : undefined} onPress={onEdit}>
          <EditIcon />
          {words.edit.open}
        </WhyButton>
      </span>
    </section>
  )
}
