/**
 * The lots over the live picture, with the analysis application's current result for each. Does not poll in a
 * hidden tab. Long because picture and table show the same results.
 */
import { useEffect, useRef, useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { watchLive, type LiveSession, type LiveState } from '#src/live/live-session.ts'
import { useCall } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { RefreshIcon, WarnIcon } from '#src/ui/icons.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { LotOverlay, type Shape } from '#src/scene-editor/lot-overlay/lot-overlay.tsx'
import styles from './test.module.css'

type Scene = AnswerAt<'/api/camera/get_scenes'>['list'][number]
type States = AnswerAt<'/api/camera/lot_states'>
type Seen = States['list'][number]

/** The interval at which the application reports its lots. */
const report_interval_ms = 2_000
const live_tones: Readonly<Record<LiveState['at'], Tone>> = {
  connecting: 'info',
  live: 'ok',
  interrupted: 'bad',
  lost: 'warn',
  refused: 'bad',
  none: 'idle',
  paused: 'idle',
}

type Props = {
  scene: Scene
  /** The last picture, shown if there is no live view. */ fallback: string
  dirty: boolean
  onClose: () => void
}

export function TestDialog({ scene, fallback, dirty, onClose }: Props) {
  const words = useWords('camera_reference').test
  const states = useCall(
    '/api/camera/lot_states',
    { scene_id: scene.scene_id },
    { every: report_interval_ms, keep: true },
  )
  const seen = new Map(states.data?.list.map((one) => [one.lot_no, one]))
  const percent = (one: Seen) => words.cover(Math.round(one.cover * 100))
  const shapes = scene.lots.map(({ lot_no, polygon }): Shape => {
    const one = seen.get(lot_no)
    if (!one) return { key: lot_no, polygon, tone: 'unknown', label: lot_no }
    return {
      key: lot_no,
      polygon,
      tone: one.occupied ? 'occupied' : 'vacant',
      label: (
        <>
          {lot_no}
          {one.occupied && isRoomy(polygon) && (
            <small>
              {one.plate_number || words.no_plate} {percent(one)}
            </small>
          )}
        </>
      ),
    }
  })
  const count = (occupied: boolean) => [...seen.values()].filter((one) => one.occupied === occupied).length
  return (
    <Dialog title={words.title(scene.camera_name)} width="full" onClose={onClose}>
      <div className={`grid start gap-20 ${styles.test}`}>
        <LiveLots scene={scene} shapes={shapes} fallback={fallback} />
        <div className={`grid gap-12 ${styles.side}`}>
          <p className={`bold figures ${styles.sum}`} role="status">
            {scene.lots.length === 0
              ? words.no_lots
              : words.summary(count(true), count(false), scene.lots.length - seen.size)}
          </p>
          <ResultsMissing
            states={states.data}
            failed={states.isError}
            enabled={scene.enabled}
            lots={scene.lots.length}
          />
          {dirty && <p className="note">{words.saved_only}</p>}
          {scene.lots.length > 0 && (
            <div className="clip">
              <table className={`full text-13 figures nowrap ${styles.table}`}>
                <thead>
                  <tr>
                    {(['lot_no', 'state', 'plate', 'cover', 'since', 'time'] as const).map((column) => (
                      <th key={column} scope="col">
                        {words.columns[column]}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {scene.lots.map(({ lot_no }) => {
                    const one = seen.get(lot_no)
                    return (
                      <tr key={lot_no}>
                        <th scope="row">{lot_no}</th>
                        <td>
                          <StatusTag tone={!one ? 'idle' : one.occupied ? 'bad' : 'ok'}>
                            {words.state[!one ? 'unknown' : one.occupied ? 'occupied' : 'vacant']}
                          </StatusTag>
                        </td>
                        <td>{one?.plate_number}</td>
                        <td>{one?.occupied && percent(one)}</td>
                        <td>{one && words.lasted(Math.floor(one.since_ms / 1000))}</td>
                        <td>{one?.time_str.slice(11)}</td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** A small lot has room only for its number; its result is in the table. */
const isRoomy = (polygon: Shape['polygon']): boolean => {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  return Math.max(...xs) - Math.min(...xs) > 0.1 && Math.max(...ys) - Math.min(...ys) > 0.08
}

/** The reason why results are missing. */
function ResultsMissing({
  states,
  failed,
  enabled,
  lots,
}: {
  states: States | undefined
  failed: boolean
  enabled: boolean
  lots: number
}) {
  const words = useWords('camera_reference')
  const sentence = failed
    ? states
      ? words.test.failed
      : words.unsupported
    : !states || lots === 0
      ? undefined
      : !states.connected
        ? words.test.not_connected
        : !enabled
          ? words.test.disabled
          : states.list.length === 0
            ? words.test.waiting
            : undefined
  if (sentence === undefined) return null
  return (
    <p className={`grid gap-8 pad-10-12 text-14 round-6 on-warn ${styles.missing}`} role="alert">
      <WarnIcon />
      {sentence}
    </p>
  )
}

function LiveLots({ scene, shapes, fallback }: { scene: Scene; shapes: readonly Shape[]; fallback: string }) {
  const words = useWords('camera_reference').test
  const [state, setState] = useState<LiveState>({ at: 'connecting' })
  const [shown, setShown] = useState<'nothing' | 'video' | 'pictures'>('nothing')
  const video = useRef<HTMLVideoElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const session = useRef<LiveSession>(undefined)
  useEffect(() => {
    if (!video.current || !picture.current) return
    const opened = watchLive(scene.camera_sn, {
      video: video.current,
      picture: picture.current,
      show(next) {
        setState((last) =>
          last.at === 'live' && next.at === 'live' && last.kind === next.kind ? last : next,
        )
        if (next.at === 'live') setShown(next.kind)
      },
    })
    session.current = opened
    return () => opened.close()
  }, [scene.camera_sn])
  const name = words.picture(scene.camera_name)
  return (
    <div className={styles.live}>
      <LotOverlay shapes={shapes} ratio={scene.ref_width / scene.ref_height}>
        {/* The video has no sound and therefore no captions. */}
        <video ref={video} muted playsInline aria-label={name} hidden={shown !== 'video'} />
        <img ref={picture} alt={name} hidden={shown !== 'pictures'} />
        {shown === 'nothing' && fallback !== '' && <img src={fallback} alt={name} className={styles.old} />}
      </LotOverlay>
      <p className={`row gap-12 above-8 ${styles.line}`}>
        <span role="status">
          <StatusTag tone={live_tones[state.at]}>{words.live[state.at]}</StatusTag>
        </span>
        {(state.at === 'interrupted' || state.at === 'refused' || state.at === 'none') && (
          <Button variant="quiet" onClick={() => session.current?.retry()}>
            <RefreshIcon />
            {words.retry}
          </Button>
        )}
      </p>
    </div>
  )
}
