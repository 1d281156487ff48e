/** The car park of the scene, next to its title, because on a phone the panel with the field is closed. */
import { useEditor } from '#src/scene-editor/state/editor-store.ts'
import { useWords } from '#src/core/words.ts'
import styles from './parking.module.css'

export function ParkingNo() {
  const parking_no = useEditor((editor) => editor.history.document.scene.parking_no.trim())
  const words = useWords('camera').scene
  return (
    <small className={`ink-3 figures ${styles.badge}`} data-missing={parking_no === ''}>
      {parking_no === '' ? words.parking.none : words.parking.is(parking_no)}
    </small>
  )
}
