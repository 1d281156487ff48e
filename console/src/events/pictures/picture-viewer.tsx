/** A picture filling the window, fitted or zoomed, controlled by mouse, touch or keyboard. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { Picture } from './event-pictures.tsx'
import { LotOutline, type LotInPicture } from './lot-outline.tsx'
import styles from './picture-viewer.module.css'

type Zoom = 'fit' | number

/** A scrolling box must be focusable for the arrow keys to scroll it. */
const focusable = { tabIndex: 0, role: 'group' } as const
const zooms = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const

type Props = {
  pictures: readonly Picture[]
  at: number
  /** Drawn over the whole frame; undefined if unknown. */
  lot?: LotInPicture | undefined
  line?: 'shown' | 'hidden'
  onLine?: () => void
  onGo: (at: number) => void
  onClose: () => void
}

export function PictureViewer({ pictures, at, lot, line = 'shown', onLine, onGo, onClose }: Props) {
  const [words, detail] = [useWords('events'), useWords('event_detail')]
  const dialog = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [measured, setMeasured] = useState({ url: '', width: 0, height: 0 })
  const picture = pictures[at]

  useEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    box.current?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])

  if (!picture) return null
  const natural = measured.url === picture.url && measured.width > 0 ? measured.width : picture.width || 640
  const [previous, next] = [at > 0 ? at - 1 : undefined, at < pictures.length - 1 ? at + 1 : undefined]
  const go = (to: number | undefined) => {
    if (to === undefined) return
    setZoom('fit')
    onGo(to)
  }
  /** Zooms one step from the current scale. */
  const step = (by: 1 | -1) => {
    const now = currentScale(image.current)
    const wanted =
      by === 1 ? zooms.find((size) => size > now * 1.01) : zooms.findLast((size) => size < now * 0.99)
    if (wanted !== undefined) setZoom(wanted)
  }
  function onKey(event: KeyboardEvent) {
    event.stopPropagation()
    const action = {
      ...(lot && onLine ? { l: onLine, L: onLine } : {}),
      '+': () => step(1),
      '=': () => step(1),
      '-': () => step(-1),
      '0': () => setZoom('fit'),
      '1': () => setZoom(1),
      // when zoomed in, the arrow keys scroll the picture
      ...(zoom === 'fit' ? { ArrowLeft: () => go(previous), ArrowRight: () => go(next) } : {}),
    }[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return
    event.currentTarget.scrollBy(-event.movementX, -event.movementY)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={words.viewer}
      onKeyDown={onKey}
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={`row wrap gap-4 pad-8-12 text-14 ${styles.bar}`}>
        <span className={styles.name}>
          {words.kinds[picture.kind]}
          {picture.width > 0 && picture.bytes !== undefined && (
            <small>
              {words.picture_size(
                picture.width,
                picture.height,
                `${Math.max(1, Math.round(picture.bytes / 1024))} kB`,
              )}
            </small>
          )}
        </span>
        {lot && picture.kind === 'image' && (
          <button type="button" className="plain" onClick={onLine} aria-pressed={line === 'shown'}>
            {detail.lot_line}
          </button>
        )}
        <button type="button" className="plain" onClick={() => step(-1)} aria-label={words.zoom_out}>
          −
        </button>
        <button type="button" className="plain" onClick={() => setZoom('fit')} aria-pressed={zoom === 'fit'}>
          {words.fit}
        </button>
        <button type="button" className="plain" onClick={() => setZoom(1)} aria-pressed={zoom === 1}>
          {words.full}
        </button>
        <button type="button" className="plain" onClick={() => step(1)} aria-label={words.zoom_in}>
          +
        </button>
        <button type="button" className="plain" onClick={onClose} aria-label={words.close}>
          <CloseIcon />
        </button>
      </div>
      <div
        ref={box}
        {...focusable}
        className={`grid slim relative ${styles.box}`}
        aria-label={detail.viewer_keys}
        data-zoom={zoom === 'fit' ? 'fit' : 'free'}
        onPointerMove={drag}
        onDoubleClick={() => setZoom(zoom === 'fit' ? 1 : 'fit')}
      >
        <div
          className={`relative ${styles.frame}`}
          style={zoom === 'fit' ? undefined : { width: natural * zoom }}
        >
          <img
            ref={image}
            src={picture.url}
            alt={words.kinds[picture.kind]}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setMeasured({ url: picture.url, width, height })
            }
          />
          {lot && picture.kind === 'image' && line === 'shown' && measured.url === picture.url && (
            <LotOutline lot={lot} size={measured} />
          )}
        </div>
      </div>
      {pictures.length > 1 && (
        <>
          <button
            type="button"
            className={`plain ${styles.side}`}
            data-side="left"
            disabled={previous === undefined}
            onClick={() => go(previous)}
            aria-label={words.previous_picture}
          >
            <ChevronLeftIcon />
          </button>
          <button
            type="button"
            className={`plain ${styles.side}`}
            data-side="right"
            disabled={next === undefined}
            onClick={() => go(next)}
            aria-label={words.next_picture}
          >
            <ChevronRightIcon />
          </button>
        </>
      )}
      <p className={`text-12 text-center leading-20 ${styles.keys}`}>{detail.viewer_keys}</p>
    </dialog>
  )
}

/** The current scale; 1 is the natural size. */
function currentScale(image: HTMLImageElement | null): number {
  if (!image || image.naturalWidth === 0) return 1
  const { width, height } = image.getBoundingClientRect()
  return Math.min(width / image.naturalWidth, height / image.naturalHeight)
}
