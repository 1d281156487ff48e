/**
 * A picture that changes without flicker: the next picture is decoded before it replaces the last one, and
 * loaded only near the visible area.
 */
import { useEffect, useRef, useState } from 'react'
import { inSize } from '#src/lib/picture-size.ts'
import { ImageIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './camera-picture.module.css'
import { useVisible } from '#src/lib/use-visible.ts'

export function CameraPicture({
  src,
  alt,
  busy = false,
  faded = false,
}: {
  src: string
  alt: string
  busy?: boolean
  faded?: boolean
}) {
  const words = useWords('camera')
  const place = useRef<HTMLDivElement>(null)
  const visible = useVisible(place)
  const [shown, setShown] = useState<{ src: string; state: 'here' | 'broken' }>()
  useEffect(() => {
    if (src === '' || !visible) return
    const image = new Image()
    let current = true
    const sized = inSize(src, place.current?.clientWidth ?? 0)
    image.src = sized
    image.decode().then(
      () => current && setShown({ src: sized, state: 'here' }),
      () => current && setShown((last) => (last?.state === 'here' ? last : { src, state: 'broken' })),
    )
    return () => {
      current = false
    }
  }, [src, visible])
  return (
    <div ref={place} className="cover">
      {shown?.state === 'here' ? (
        <img
          className={`full cover tall ${styles.picture}`}
          src={shown.src}
          alt={alt}
          data-busy={busy}
          data-faded={faded}
        />
      ) : (
        <div className={`grid gap-6 text-13 ${styles.blank}`} data-busy={busy || (src !== '' && !shown)}>
          {(src === '' || shown?.state === 'broken') && (
            <>
              <ImageIcon />
              {busy ? words.picture.taking : words.card.no_picture}
            </>
          )}
        </div>
      )}
    </div>
  )
}
