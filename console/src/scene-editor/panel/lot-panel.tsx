/** Attributes of the selected lot or lots, and a list of lots to select from. */
import { memo } from 'react'
import { difficult, lot_posture, lot_type } from '@parking/contract/core/codes.ts'
import { motor_cells } from '@parking/contract/core/limits.ts'
import { motorCellsIssue } from '@parking/contract/core/rules.ts'
import { Button } from '#src/ui/button/button.tsx'
import { TrashIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { CornerFields } from './corner-fields.tsx'
import { useEditor, useEditorAfterPaint, useEditorStore } from '../state/editor-store.ts'
import { ChoiceField, NumberField, TextField } from './fields.tsx'
import type { Tone, Tones } from '../state/remarks.ts'
import type { Lot, LotAttributes, LotId } from '../model/document.ts'
import { selectedLots, type Editor } from '../model/editor.ts'
import { numberOf } from '../state/names.ts'
import styles from './panel.module.css'

export const LotPanel = memo(function LotPanel({ tones }: { tones: Tones }) {
  const lots = useEditor(lotsIn)
  // The outline is highlighted first; the fields follow after its paint.
  const selection = useEditorAfterPaint(selectionIn)
  const words = useWords('camera').scene
  const ids = selectedLots({ selection })
  const chosen = lots.filter((lot) => ids.includes(lot.id))
  return (
    <>
      <LotList tones={tones} />
      {chosen.length === 0 ? (
        <p className={`note round-6 ${styles.empty}`}>{words.pick_one}</p>
      ) : (
        <LotFields key={chosen.map((lot) => lot.id).join()} lots={chosen} />
      )}
    </>
  )
})

const lotsIn = (editor: Editor) => editor.history.document.lots
const selectionIn = (editor: Editor) => editor.selection

const LotList = memo(function LotList({ tones }: { tones: Tones }) {
  const words = useWords('camera').scene
  const lots = useEditorAfterPaint(lotsIn)
  const chosen = selectedLots({ selection: useEditorAfterPaint(selectionIn) })
  if (lots.length === 0) return null
  return (
    <ul className={`flex wrap gap-6 below-12 ${styles.chips}`} aria-label={words.lots(lots.length)}>
      {lots.map((lot) => (
        <Chip
          key={lot.id}
          id={lot.id}
          label={numberOf(words, lot)}
          pressed={chosen.includes(lot.id)}
          tone={tones.get(lot.id)}
        />
      ))}
    </ul>
  )
})

/** Memoized, because there may be hundreds of chips. */
const Chip = memo(function Chip({
  id,
  label,
  pressed,
  tone,
}: {
  id: LotId
  label: string
  pressed: boolean
  tone: Tone | undefined
}) {
  const store = useEditorStore()
  return (
    <li>
      <button
        type="button"
        className={`filled pad-0-8 text-13 ink figures round-6 on-card ${styles.chip}`}
        aria-pressed={pressed}
        data-tone={tone}
        onClick={() =>
          store.dispatch({ kind: 'select', selection: { kind: 'lots', lots: [id] }, show: true })
        }
      >
        {label}
      </button>
    </li>
  )
})

/** Rendered again only if one of its own lots changes. */
const LotFields = memo(function LotFields({ lots }: { lots: readonly Lot[] }) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const [codes, help] = [useWords('codes'), useWords('scene_help')]
  const first = lots[0]!
  const ids = lots.map((lot) => lot.id)
  const set = (changes: Partial<LotAttributes>) =>
    store.dispatch({
      kind: 'do',
      command: { kind: 'set_lots', lots: ids, changes },
      group: { of: `${Object.keys(changes).join()} ${ids.join()}`, at: performance.now() },
    })
  const same = <K extends keyof LotAttributes>(key: K): LotAttributes[K] | undefined =>
    lots.every((lot) => lot[key] === first[key]) ? first[key] : undefined
  const cells = same('motor_num')
  return (
    <div className={`grid gap-12 ${styles.fields}`}>
      {lots.length === 1 ? (
        <TextField
          name="lot_no"
          label={words.attributes.lot_no}
          hint={help.lot_no}
          value={first.lot_no}
          max_length={32}
          bad={first.lot_no.trim() === ''}
          onChange={(lot_no) => set({ lot_no })}
        />
      ) : (
        <p className="note flush leading-14">{words.several(lots.length)}</p>
      )}
      <ChoiceField
        label={words.attributes.lot_type}
        hint={help.lot_type}
        table={lot_type}
        words={codes.lot_type}
        value={same('lot_type')}
        mixed={words.mixed}
        onChange={(value) => set({ lot_type: value })}
      />
      <ChoiceField
        label={words.attributes.difficult}
        hint={help.difficult}
        table={difficult}
        words={codes.difficult}
        value={same('difficult')}
        mixed={words.mixed}
        onChange={(value) => set({ difficult: value })}
      />
      <ChoiceField
        label={words.attributes.lot_posture}
        hint={help.lot_posture}
        table={lot_posture}
        words={codes.lot_posture}
        value={same('lot_posture')}
        mixed={words.mixed}
        onChange={(value) => set({ lot_posture: value })}
      />
      <NumberField
        label={words.attributes.motor_num}
        hint={help.motor_num}
        bad={cells !== undefined && motorCellsIssue(cells) !== undefined}
        value={cells}
        min={motor_cells.min}
        max={motor_cells.max}
        onChange={(motor_num) => set({ motor_num })}
      />
      {lots.length === 1 && <CornerFields lot={first} />}
      <Button onClick={() => store.dispatch({ kind: 'do', command: { kind: 'remove_lots', lots: ids } })}>
        <TrashIcon />
        {words.remove_lot}
      </Button>
    </div>
  )
}, isSameLots)

function isSameLots(one: { lots: readonly Lot[] }, other: { lots: readonly Lot[] }): boolean {
  return one.lots.length === other.lots.length && one.lots.every((lot, at) => lot === other.lots[at])
}
