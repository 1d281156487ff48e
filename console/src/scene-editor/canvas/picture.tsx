/** The reference picture below the lots, positioned by the view. Shows a grid if there is no picture. */
import { useWords } from '#src/core/words.ts'
import { useEditor } from '../state/editor-store.ts'
import { useSettledView } from './use-settled-view.ts'
import styles from './stage.module.css'

export function Picture({ src }: { src: string | undefined }) {
  const { scale, x, y } = useEditor((editor) => editor.view)
  const { width, height } = useEditor((editor) => editor.size)
  const words = useWords('camera').scene
  const { transform } = useSettledView()
  const style = {
    width,
    height,
    transform: `translate(${x}px, ${y}px) scale(${scale})`,
    // While the view changes, the browser only moves the picture: rescaling it for each frame is slow.
    ...(transform !== undefined && { willChange: 'transform' }),
  }
  return src ? (
    <img
      className={styles.picture}
      style={style}
      src={src}
      alt={words.picture}
      draggable={false}
      data-sharp={scale > 3}
    />
  ) : (
    <div className={styles.grid} style={style} role="img" aria-label={words.picture} />
  )
}
