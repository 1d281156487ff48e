/**
 * Entry and exit of the stay side by side, always in this order: the current event, and the other end as soon
 * as it exists.
 */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { barePlate } from '@parking/contract/plate/plate-grammar.ts'
import { useState } from 'react'
import { LotOutline, type ShownSize } from '#src/events/pictures/lot-outline.tsx'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { durationText } from '#src/time/time.ts'
import { ImageIcon } from '#src/ui/icons.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './check-stage.module.css'
import type { CheckRow } from './verdict-queue.ts'

type Picture = CheckRow['pictures'][number]
export type Kind = Picture['kind']
type Partner = NonNullable<CheckRow['partner']>

/** The kinds of picture an event has, in display order. */
export const kindsOf = ({ pictures }: Pick<CheckRow, 'pictures'>): readonly Kind[] =>
  (['image', 'car', 'plate'] as const).filter((kind) => pictures.some((one) => one.kind === kind))

type Props = { row: CheckRow; kind: Kind; onKind: (kind: Kind) => void; onEnlarge: () => void }

export function CheckStage({ row, kind, onKind, onEnlarge }: Props) {
  const arrives = isArrival(row)
  const stages = [
    <ThisEvent key="this" row={row} kind={kind} onKind={onKind} onEnlarge={onEnlarge} />,
    <OtherEnd key="other" row={row} kind={kind} />,
  ]
  return (
    <div className={`grid gap-12 ${styles.pair}`} data-alone={row.partner ? undefined : ''}>
      {arrives ? stages : stages.toReversed()}
    </div>
  )
}

export const isArrival = ({ event_type: type }: Pick<CheckRow, 'event_type'>): boolean =>
  type === event_type.entry || type === event_type.initial_entry

function ThisEvent({ row, kind, onKind, onEnlarge }: Props) {
  const [words, parking] = [useWords('checks'), useWords('events')]
  const picture = row.pictures.find((one) => one.kind === kind)
  // The place of an exit that does not exist yet: the whole picture beside the close-up.
  const whole = row.partner || kind === 'image' ? undefined : row.pictures.find((one) => one.kind === 'image')
  return (
    <figure className={`grid relative ${styles.stage}`} data-this="" data-both={whole && ''}>
      <figcaption className="row slim gap-8 nowrap">
        <CheckWhere row={row} />
        <StatusTag tone="info">{words.this_one}</StatusTag>
      </figcaption>
      {picture ? (
        <button
          type="button"
          className={`plain ${styles.picture}`}
          onClick={onEnlarge}
          aria-label={`${words.enlarge} ${parking.kinds[kind]}`}
        >
          <OutlinedPicture picture={picture} lot={row.lot} />
        </button>
      ) : (
        <p className={styles.none}>
          <ImageIcon />
          {words.no_pictures}
        </p>
      )}
      {whole && (
        <span className={`${styles.picture} ${styles.whole}`}>
          <OutlinedPicture picture={whole} lot={row.lot} />
        </span>
      )}
      {picture && (
        <div className={`flex gap-6 absolute ${styles.kinds}`} role="group" aria-label={words.pictures}>
          {kindsOf(row).map((one) => (
            <button
              key={one}
              type="button"
              className="plain"
              aria-pressed={one === kind}
              onClick={() => onKind(one)}
            >
              {parking.kinds[one]}
            </button>
          ))}
        </div>
      )}
    </figure>
  )
}

/** A picture; the whole one with the outline of the lot. */
function OutlinedPicture({ picture: { kind, url }, lot }: { picture: Picture; lot: CheckRow['lot'] }) {
  const [measured, setMeasured] = useState<ShownSize & { url: string }>()
  return (
    <>
      <img
        className="contained"
        src={url}
        alt=""
        loading="lazy"
        data-large=""
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setMeasured({ url, width, height })
        }
      />
      {lot && kind === 'image' && measured?.url === url && <LotOutline lot={lot} size={measured} />}
    </>
  )
}

/** Lot, type, time and camera. */
function CheckWhere({ row }: { row: CheckRow }) {
  const codes = useWords('codes')
  const type = wordOf(event_type, row.event_type)
  return (
    <span className={`flex baseline grow slim gap-8 text-13 ink-2 ${styles.where}`}>
      <strong className="text-15 ink ellipsis" title={row.lot_no}>
        {row.lot_no}
      </strong>{' '}
      <b data-way={isArrival(row) ? 'in' : 'out'}>{type ? codes.event_type[type] : row.event_type}</b>{' '}
      <time>{row.event_time_str}</time>{' '}
      <span className="slim ink-3 ellipsis" title={row.camera_name}>
        {row.camera_name}
      </span>
    </span>
  )
}

/** The other end of the stay: its picture of the selected kind or, if there is none, its best picture. */
function OtherEnd({ row, kind }: Pick<Props, 'row' | 'kind'>) {
  const [words, shell] = [useWords('checks'), useWords('shell')]
  const arrives = isArrival(row)
  const { partner } = row
  if (!partner)
    return (
      <p className={styles.absent}>
        <ImageIcon />
        {arrives ? words.partner_missing_exit : words.partner_missing_entry}
      </p>
    )
  const same = barePlate(partner.plate_number) === barePlate(row.plate_number)
  const picture = pictureOf(partner, kind)
  return (
    <figure className={`grid relative ${styles.stage}`}>
      <figcaption className="row slim gap-8 nowrap">
        <span className={`flex baseline grow slim gap-8 text-13 ink-2 ${styles.where}`}>
          <b data-way={arrives ? 'out' : 'in'}>{arrives ? words.partner_exit : words.partner_entry}</b>{' '}
          <time>{partner.event_time_str}</time>{' '}
          <span className="slim ink-3 ellipsis">
            {words.stay(durationText(staySeconds(row, partner), shell.time.units))}
          </span>
        </span>
        <PlateChip number={partner.plate_number} color={partner.plate_color} small />
        <StatusTag tone={same ? 'ok' : 'warn'}>{same ? words.same_plate : words.other_plate}</StatusTag>
      </figcaption>
      {picture ? (
        <span className={styles.picture}>
          <img src={picture.url} alt="" />
        </span>
      ) : (
        <p className={styles.none}>
          <ImageIcon />
          {words.no_pictures}
        </p>
      )}
    </figure>
  )
}

const pictureOf = ({ pictures }: Partner, kind: Kind): Picture | undefined =>
  pictures.find((one) => one.kind === kind) ?? pictures.find((one) => one.kind === 'car') ?? pictures[0]

/** Length of the stay in seconds. */
function staySeconds(row: CheckRow, partner: Partner): number {
  const ms = (stamp: string) => Date.parse(stamp.replace(' ', 'T'))
  return Math.abs(ms(row.event_time_str) - ms(partner.event_time_str)) / 1000
}
