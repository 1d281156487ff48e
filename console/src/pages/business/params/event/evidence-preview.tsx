/**
 * The live preview: camera and lot, three pictures with their sizes, and warnings. The last picture stays
 * visible until the next is ready.
 * Long because its parts show the states of one picture.
 */
import { camera_state, wordOf } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import { bytesText } from '#src/lib/bytes.ts'
import { useCall } from '#src/core/queries.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { ImageIcon, WarnIcon, CheckIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { useForm } from '#src/forms/form-context.ts'
import styles from './evidence-preview.module.css'
import { PreviewChoice } from './evidence-preview-source.tsx'
import { PreviewPicture } from './evidence-preview-picture.tsx'
import type { EvidencePreview, PreviewState } from './use-evidence-preview.ts'
import evidence_styles from './evidence.module.css'

export type PictureKind = EvidencePreview['pictures'][number]['kind']
const kinds = ['image', 'car', 'plate'] as const satisfies readonly PictureKind[]

export function Preview({ state }: { state: PreviewState }) {
  const words = useWords('evidence').preview
  const { drawn, phase } = state
  const said = phase === 'paused' ? words.paused : phase === 'drawing' && drawn ? words.drawing : ''
  return (
    <Section
      title={words.title}
      action={
        <span className={`note ${styles.phase}`} role="status" data-phase={phase}>
          {said}
        </span>
      }
      flush
    >
      {phase === 'unsupported' ? (
        <EmptyState title={words.unsupported}>{words.unsupported_says}</EmptyState>
      ) : (
        <Body state={state} />
      )}
    </Section>
  )
}

function Body({ state: { drawn, phase, error, typed, retry } }: { state: PreviewState }) {
  const [words, codes] = [useWords('evidence').preview, useWords('codes')]
  const { search, change } = useUrlState()
  const cameras = useCall('/api/camera/list_cameras', { page: 1, page_size: 500 }, { every: 15_000 }).data
    ?.list
  const open = kinds.find((kind) => kind === search.get('view')) ?? 'image'
  if (cameras?.length === 0) {
    return (
      <EmptyState
        title={words.no_camera}
        action={
          <ButtonLink variant="primary" to="/business/sceneConfig">
            {words.add_camera}
          </ButtonLink>
        }
      >
        {words.no_camera_says}
      </EmptyState>
    )
  }
  const camera = cameras?.find(({ camera_sn }) => camera_sn === (search.get('camera') ?? drawn?.camera_sn))
  const offline_state =
    camera && camera.state !== camera_state.online
      ? codes.camera_state[wordOf(camera_state, camera.state) ?? 'offline']
      : undefined
  const shown = drawn?.pictures.find(({ kind }) => kind === open)
  return (
    <div className={styles.body}>
      <PreviewChoice cameras={cameras ?? []} drawn={drawn} />
      <div className={styles.kinds} role="group" aria-label={words.kind_label}>
        {kinds.map((kind) => (
          <KindButton
            key={kind}
            kind={kind}
            drawn={drawn}
            limit={Number(typed['image_max_bytes'])}
            open={kind === open}
            onOpen={() => change({ view: kind === 'image' ? undefined : kind }, { replace: true })}
          />
        ))}
      </div>
      <div className={`center relative ${styles.stage}`} data-kind={open} data-busy={phase === 'drawing'}>
        {shown ? (
          <PreviewPicture key={open} picture={shown} drawn={drawn} />
        ) : drawn && phase !== 'failed' ? (
          <Absent kind={open} drawn={drawn} typed={typed} />
        ) : null}
        {phase === 'failed' && !drawn && (
          <ErrorState title={words.failed} retry={retry}>
            {error?.message}
          </ErrorState>
        )}
      </div>
      {phase === 'failed' && drawn && (
        <ErrorState title={words.failed} retry={retry}>
          {error?.message}
        </ErrorState>
      )}
      {drawn && drawn.source !== 'none' && (
        <p className={`text-12 ink-3 figures ${styles.source}`}>
          {words.source[drawn.source](drawn.time_str)}
        </p>
      )}
      {offline_state && drawn?.source !== 'none' && (
        <p className={`flex gap-8 text-13 warn on-warn leading-16 icons-16 ${styles.away}`}>
          <WarnIcon />
          {words.away_says(offline_state)}
        </p>
      )}
      {drawn && drawn.camera_sn !== '' && drawn.lot_no === '' && (
        <p className={`flex gap-8 text-13 warn on-warn leading-16 icons-16 ${styles.away}`}>
          <WarnIcon />
          <span>
            {words.no_lot}{' '}
            <Link to={`/business/sceneConfig/scene?camera_sn=${encodeURIComponent(drawn.camera_sn)}`}>
              {words.draw_lots}
            </Link>
          </span>
        </p>
      )}
      {drawn && drawn.source !== 'none' && <Warnings drawn={drawn} />}
    </div>
  )
}

type KindButtonProps = {
  kind: PictureKind
  drawn: EvidencePreview | undefined
  limit: number
  open: boolean
  onOpen: () => void
}

/** A picture's name, its size, and its share of the limit. */
function KindButton({ kind, drawn, limit, open, onOpen }: KindButtonProps) {
  const words = useWords('evidence').preview
  const picture = drawn?.pictures.find((one) => one.kind === kind)
  const limited = picture !== undefined && picture.quality < 100 && limit > 0
  const share = limited ? Math.min(1, picture.bytes / limit) : 0
  return (
    <button
      type="button"
      className={`plain grid figures ${styles.kind}`}
      aria-pressed={open}
      onClick={onOpen}
      title={limited ? words.of_limit(bytesText(limit)) : undefined}
    >
      <span className={`text-14 ink-2 ${styles.kindName}`}>{words.kinds[kind]}</span>
      <span className={`text-13 ink nowrap ${styles.kindSize}`}>
        {picture ? bytesText(picture.bytes) : '—'}
      </span>
      <span className={styles.meter} aria-hidden="true">
        <i style={{ inlineSize: `${share * 100}%` }} data-near={share > 0.9 || undefined} />
      </span>
      <span className={`ellipsis whole-row text-11 ink-3 leading-14 ${styles.kindMore}`}>
        {picture ? `${picture.width}×${picture.height}` : ' '}
      </span>
    </button>
  )
}

function Absent({
  kind,
  drawn,
  typed,
}: {
  kind: PictureKind
  drawn: EvidencePreview
  typed: PreviewState['typed']
}) {
  const words = useWords('evidence').preview
  if (kind === 'image' || drawn.source === 'none')
    return (
      <div className={`grid gap-4 text-13 ink-2 text-center ${styles.absent}`}>
        <ImageIcon />
        <b className="text-14 ink">{words.none}</b>
        <span>{words.none_says}</span>
      </div>
    )
  const off = typed['images_process'] !== true || typed[kind === 'car' ? 'image_car' : 'image_plate'] !== true
  return (
    <div className={`grid gap-4 text-13 ink-2 text-center ${styles.absent}`}>
      <ImageIcon />
      <b className="text-14 ink">{words.not_here[kind]}</b>
      <span>{off ? words.why_off : kind === 'car' ? words.why_no_lot : words.why_none}</span>
    </div>
  )
}

/** Warnings about the pictures, each with a link to its field. */
function Warnings({ drawn }: { drawn: EvidencePreview }) {
  const words = useWords('evidence')
  const { id } = useForm()
  const goto = (field: string) => {
    const control = document.getElementById(`${id}-${field}`)
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }
  if (drawn.warnings.length === 0)
    return (
      <p className={`row gap-8 text-13 ok line-above icons-16 ${evidence_styles.fine}`}>
        <CheckIcon />
        {words.preview.fine}
      </p>
    )
  return (
    <div className={`line-above icons-16 ${evidence_styles.warnings}`}>
      <h3 className="pad-0-8 below-4 text-13 ink-2 bold">{words.preview.found(drawn.warnings.length)}</h3>
      <ul>
        {drawn.warnings.map(({ kind, field, lot_nos, detail }) => (
          <li key={`${kind} ${field} ${detail}`}>
            <button
              type="button"
              className="plain flex full gap-8 text-13 ink-2 round-6 leading-15"
              onClick={() => goto(field)}
              title={words.preview.goto(words.fields[field])}
            >
              <WarnIcon />
              <span>
                <b>{words.fields[field]}</b>
                {words.warnings[kind](lot_nos.join('、'), detailOf(kind, detail, words))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Kind = EvidencePreview['warnings'][number]['kind']
type Worded = {
  coarse_detail: (kind: string, quality: string) => string
  shrunk_detail: (kind: string, size: string) => string
  preview: { kinds: Readonly<Record<'image' | 'car' | 'plate', string>> }
}

/** The device reports picture and figure, for example `image 1273×716`. */
function detailOf(kind: Kind, detail: string, words: Worded): string {
  const [picture = '', figure = ''] = detail.split(' ')
  const name =
    picture === 'image' || picture === 'car' || picture === 'plate' ? words.preview.kinds[picture] : picture
  return kind === 'coarse'
    ? words.coarse_detail(name, figure)
    : kind === 'shrunk'
      ? words.shrunk_detail(name, figure)
      : detail
}
