/** One event on which the two sets of parameters disagree, with the picture that shows which is right. */
import { confidenceText } from '@parking/contract/checks/event-standing.ts'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { LotPicture } from '#src/events/pictures/lot-picture.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import type { Run } from './replay-result.tsx'
import styles from './replay.module.css'

type Difference = Run['differences'][number]
const tones = { gone: 'warn', new: 'info', different: 'idle' } as const

export function ReplayDifference({ difference }: { difference: Difference }) {
  const words = useWords('replay')
  const { change, camera_name, lot_no, present, wanted, uuid, picture, picture_str, polygon } = difference
  return (
    <figure>
      <LotPicture
        picture={picture}
        polygon={polygon}
        alt={words.lot(camera_name, lot_no)}
        none={words.no_picture}
      />
      <figcaption className="grid gap-4 above-8 text-13">
        <span className="flex spread gap-8">
          <b>{words.lot(camera_name, lot_no)}</b>
          <StatusTag tone={tones[change]}>{words.changes[change]}</StatusTag>
        </span>
        {present && <Decision label={words.present} decision={present} />}
        {wanted && <Decision label={words.wanted} decision={wanted} />}
        <span className={`flex spread gap-8 ${styles.foot}`}>
          {picture_str !== '' && <small>{words.picture_at(picture_str)}</small>}
          {uuid !== '' && <Link to={`/business/data/parking?uuid=${uuid}`}>{words.event}</Link>}
        </span>
      </figcaption>
    </figure>
  )
}

function Decision({ label, decision }: { label: string; decision: NonNullable<Difference['present']> }) {
  const [words, codes] = [useWords('replay'), useWords('codes').event_type]
  const { event_type: type, time_str, plate_number, confidence, fate } = decision
  const word = wordOf(event_type, type)
  return (
    <span className={`grid figures ${styles.decision}`}>
      <small>{label}</small>
      <span>
        {word === undefined ? type : codes[word]} {time_str}
      </span>
      <span>
        {plate_number || words.no_plate}，{words.confidence(confidenceText(confidence))}，{words.rows[fate]}
      </span>
    </span>
  )
}
