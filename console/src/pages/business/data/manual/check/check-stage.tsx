/** The large picture of the current event. Fetches and decodes the pictures of the next events ahead. */
import { useEffect, useState } from 'react'
import { LotOutline, type ShownSize } from '#src/events/pictures/lot-outline.tsx'
import { ImageIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './check.module.css'
import type { CheckRow } from './verdict-queue.ts'

export type Kind = CheckRow['pictures'][number]['kind']

/** The kinds of picture an event has, in display order. */
export const kindsOf = ({ pictures }: CheckRow): readonly Kind[] =>
  (['image', 'car', 'plate'] as const).filter((kind) => pictures.some((one) => one.kind === kind))

type Props = { row: CheckRow; kind: Kind; onKind: (kind: Kind) => void; onEnlarge: () => void }

export function CheckStage({ row, kind, onKind, onEnlarge }: Props) {
  const [words, parking] = [useWords('checks'), useWords('events')]
  const [measured, setMeasured] = useState<ShownSize & { url: string }>()
  const picture = row.pictures.find((one) => one.kind === kind)
  if (!picture)
    return (
      <p className={styles.noPicture}>
        <ImageIcon />
        {words.no_pictures}
      </p>
    )
  return (
    <figure className={styles.stage}>
      <button
        type="button"
        className={styles.picture}
        onClick={onEnlarge}
        aria-label={`${words.enlarge} ${parking.kinds[kind]}`}
      >
        <img
          src={picture.url}
          alt=""
          data-large=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setMeasured({ url: picture.url, width, height })
          }
        />
        {row.lot && kind === 'image' && measured?.url === picture.url && (
          <LotOutline lot={row.lot} size={measured} />
        )}
      </button>
      <div className={styles.kinds} role="group" aria-label={words.pictures}>
        {kindsOf(row).map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => onKind(one)}>
            {parking.kinds[one]}
          </button>
        ))}
      </div>
    </figure>
  )
}

/** Holds decoded pictures of the next events: one that was only fetched would be decoded when it is shown. */
const kept = new Map<string, HTMLImageElement>()

export function usePreloaded(rows: readonly CheckRow[]): void {
  const wanted = rows
    .flatMap((row) => [...row.pictures, ...(row.partner?.pictures ?? []).slice(0, 1)].map(({ url }) => url))
    .join('\n')
  useEffect(() => {
    // Not in the same frame as the key's response.
    const timer = setTimeout(() => preload(wanted.split('\n').filter((url) => url !== '')), pause_ms)
    return () => clearTimeout(timer)
  }, [wanted])
}

const pause_ms = 50

function preload(urls: readonly string[]): void {
  for (const url of kept.keys()) if (!urls.includes(url)) kept.delete(url)
  for (const url of urls) {
    if (kept.has(url)) continue
    const image = new Image()
    image.src = url
    kept.set(url, image)
    // A broken picture is reported where it is shown.
    image.decode().then(undefined, () => undefined)
  }
}
