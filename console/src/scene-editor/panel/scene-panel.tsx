/** Attributes of the scene as a whole. */
import { memo } from 'react'
import { scene_type } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { Areas } from './areas.tsx'
import { Compass } from './compass.tsx'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { ChoiceField, SwitchField, TextField } from './fields.tsx'
import type { SceneAttributes } from '../model/document.ts'
import styles from './panel.module.css'

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
    <div className={styles.fields}>
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
