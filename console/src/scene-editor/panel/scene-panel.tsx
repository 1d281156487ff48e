/** Attributes of the scene as a whole. */
import { memo, useId } from 'react'
import { scene_type, direction, wordOf } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { Areas } from './areas.tsx'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { ChoiceField, SwitchField, TextField } from './fields.tsx'
import type { SceneAttributes } from '../model/document.ts'
import styles from './panel.module.css'
import compass_styles from './compass.module.css'

export const ScenePanel = memo(function ScenePanel({ focusCanvas }: { focusCanvas: () => void }) {
  const store = useEditorStore()
  const scene = useEditor((editor) => editor.history.document.scene)
  const words = useWords('camera').scene
  const [codes, help] = [useWords('codes'), useWords('scene_help')]
  const set = (changes: Partial<SceneAttributes>) =>
    store.dispatch({
      kind: 'do',
      command: { kind: 'set_scene', changes },
      group: { of: `scene ${Object.keys(changes).join()}`, at: performance.now() },
    })
  return (
    <div className={`grid gap-12 ${styles.fields}`}>
      <TextField
        name="parking_no"
        label={words.attributes.parking_no}
        hint={scene.parking_no.trim() === '' ? words.findings.parking_no_empty : help.parking_no}
        bad={scene.parking_no.trim() === ''}
        value={scene.parking_no}
        max_length={64}
        onChange={(parking_no) => set({ parking_no })}
      />
      <ChoiceField
        label={words.attributes.scene_type}
        hint={help.scene_type}
        table={scene_type}
        words={codes.scene_type}
        value={scene.scene_type}
        mixed={words.mixed}
        onChange={(value) => set({ scene_type: value })}
      />
      <SwitchField
        label={words.attributes.enabled}
        hint={help.enabled}
        value={scene.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <Compass
        label={words.attributes.direction}
        hint={help.direction}
        value={scene.direction}
        onChange={(direction) => set({ direction })}
      />
      <Areas focusCanvas={focusCanvas} />
    </div>
  )
})

type Direction = (typeof direction)[keyof typeof direction]

const pad = [7, 8, 9, 4, 5, 6, 1, 2, 3] as const satisfies readonly Direction[]
/** Rotation from "up", in degrees clockwise. */
const turn: Readonly<Record<Direction, number>> = {
  7: -45,
  8: 0,
  9: 45,
  4: -90,
  5: 0,
  6: 90,
  1: -135,
  2: 180,
  3: 135,
}

/**
 * Directions 1 to 9 in the layout of a number pad (docs/decisions/0003). They are radio buttons, so that the
 * arrow keys work.
 */
function Compass({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint: string
  value: Direction
  onChange: (value: Direction) => void
}) {
  const name = useId()
  const codes = useWords('codes').direction
  return (
    <fieldset className={`grid middle flush ${compass_styles.compass}`} aria-describedby={`${name}-hint`}>
      <legend className="below-6 text-14 medium">{label}</legend>
      <div className={`icons-18 ${compass_styles.pad}`}>
        {pad.map((code) => {
          const word = codes[wordOf(direction, code) ?? 'd5']
          return (
            <label key={code} className="filled center relative ink-2 round-6" title={`${code} ${word}`}>
              <input
                type="radio"
                className="covering"
                name={name}
                value={code}
                checked={value === code}
                aria-label={`${code} ${word}`}
                onChange={() => onChange(code)}
              />
              <svg viewBox="0 0 20 20" aria-hidden="true">
                {code === 5 ? (
                  <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7" />
                ) : (
                  <path transform={`rotate(${turn[code]} 10 10)`} d="M10 16V4M5.5 8.5L10 4l4.5 4.5" />
                )}
              </svg>
            </label>
          )
        })}
      </div>
      <output className="note flush leading-14">{codes[wordOf(direction, value) ?? 'd5']}</output>
      <p id={`${name}-hint`} className={`note flush leading-14 whole-row`}>
        {hint}
      </p>
    </fieldset>
  )
}
