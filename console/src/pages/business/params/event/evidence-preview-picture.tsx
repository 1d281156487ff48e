/** One preview picture, replaced without flicker: the next one is decoded before it is shown. */
import { useEffect, useState } from 'react'
import { useWords } from '#src/core/words.ts'
import styles from './evidence-preview.module.css'
import type { EvidencePreview } from './use-evidence-preview.ts'

type Picture = EvidencePreview['pictures'][number]

export function PreviewPicture({ picture, drawn }: { picture: Picture; drawn: EvidencePreview | undefined }) {
  const words = useWords('evidence').preview
  const [shown, setShown] = useState<{ picture: Picture; drawn: EvidencePreview | undefined }>()
  useEffect(() => {
    const image = new Image()
    let current = true
    image.src = picture.url
    // Ignore a picture that no longer exists: a newer preview replaced it.
    image.decode().then(
      () => current && setShown({ picture, drawn }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [picture, drawn])
  if (!shown) return <div className={styles.blank} />
  const { url, width, height, kind } = shown.picture
  return (
    <div
      className={`full relative ${styles.picture}`}
      style={{
        aspectRatio: `${width} / ${height}`,
        maxInlineSize: kind === 'image' ? undefined : `${Math.max(width, 320)}px`,
      }}
    >
      <img className="contained" src={url} alt={words.alt[kind]} width={width} height={height} />
      {kind === 'image' && shown.drawn && <Marks drawn={shown.drawn} width={width} height={height} />}
    </div>
  )
}

/** Frames around the texts that a warning is about. */
function Marks({ drawn, width, height }: { drawn: EvidencePreview; width: number; height: number }) {
  const referenced = drawn.warnings.filter(
    ({ kind }) =>
      kind === 'covers_plate' || kind === 'covers_lot_line' || kind === 'too_long' || kind === 'not_drawable',
  )
  // Lot numbers share one field, so only those that the warning names are marked.
  const marked = drawn.texts.filter((text) =>
    referenced.some(
      ({ field, lot_nos }) =>
        field === text.field && (!field.startsWith('osd_lot_no') || lot_nos.includes(text.text)),
    ),
  )
  if (marked.length === 0) return null
  const room = width / 160
  return (
    <svg
      className={`full cover tall untouchable ${styles.marks}`}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {marked.map((text, at) => (
        <rect
          key={at}
          x={text.x - room}
          y={text.y - room}
          width={text.width + 2 * room}
          height={text.height + 2 * room}
          rx={room}
        />
      ))}
    </svg>
  )
}
