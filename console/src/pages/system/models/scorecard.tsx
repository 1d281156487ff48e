/**
 * The results of a model's trial compared with the model in use, with pictures of the recorded events and of
 * the lots on which they differ.
 * Long because its parts read one card.
 */
import { useState, type ReactNode } from 'react'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { LotPicture } from '#src/events/pictures/lot-picture.tsx'
import styles from './models.module.css'
import type { ModelRow } from './page.tsx'
import { fullName } from './present-model.tsx'

export type Card = AnswerAt<'/api/system/get_model_trial'>
const tones = { running: 'info', done: 'ok', failed: 'bad', stopped: 'idle' } as const

export function Scorecard({ row }: { row: ModelRow }) {
  const words = useWords('models')
  // Polled until the card itself reports the end, because the list of models may report it earlier.
  const [live, setLive] = useState(true)
  const query = useCall('/api/system/get_model_trial', { model: row.model }, live ? { every: 2_000 } : {})
  const runs = row.trial === 'running' || query.data === undefined || query.data.state === 'running'
  if (runs !== live) setLive(runs)
  const stop = useChange('/api/system/stop_model_trial', {
    refresh: ['/api/system/get_models', '/api/system/get_model_trial'],
  })
  const against = query.data?.against
  const other =
    against?.model === null ? words.shipped : fullName(against?.name ?? '', against?.version ?? '')
  return (
    <Section
      title={words.card}
      hint={query.data && words.card_of(fullName(row.name, row.version), other)}
      action={
        row.trial === 'running' && (
          <Button pending={stop.running} onClick={() => void stop.run({})}>
            {words.stop}
          </Button>
        )
      }
    >
      <Loaded query={query} rows={4} failed={words.failed}>
        {(card) => <ScorecardBody card={card} />}
      </Loaded>
    </Section>
  )
}

function ScorecardBody({ card }: { card: Card }) {
  const words = useWords('models')
  const { state, done, total, said, cameras, differences, recorded } = card
  const ended = state !== 'running'
  return (
    <>
      <p className="flex wrap gap-4-12 below-16" role="status">
        <StatusTag tone={tones[state]}>{words.card_states[state]}</StatusTag>
        <span>{words.card_progress(done, total)}</span>
      </p>
      {said !== '' && (
        <p className="above-4 text-13 ink-2 anywhere">
          {words.said}：<q lang="en">{said}</q>
        </p>
      )}
      {ended && cameras.length === 0 && said === '' && <p className="below-16 ink-2">{words.no_cameras}</p>}
      <Comparison card={card} ended={ended} />
      <RecordedEvents recorded={recorded} ended={ended} />
      {cameras.length > 0 && <h3 className={`text-15 ${styles.title}`}>{words.latest}</h3>}
      {cameras.length > 0 && (
        <div className="table-box">
          <table className="table" data-cards>
            <thead>
              <tr>
                <th>{words.camera}</th>
                <th>{words.pictures}</th>
                <th>{words.alike}</th>
                <th>{words.different}</th>
              </tr>
            </thead>
            <tbody>
              {cameras.map(({ camera_sn, camera_name, pictures, alike, different, said: why }) => (
                <tr key={camera_sn}>
                  <td data-label={words.camera}>
                    {camera_name}
                    {why !== '' && <small>{why}</small>}
                  </td>
                  <td data-label={words.pictures}>{pictures}</td>
                  <td data-label={words.alike}>{alike}</td>
                  <td data-label={words.different}>{different}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {differences.length > 0 && (
        <>
          <h3 className={`text-15 ${styles.title}`}>{words.differences}</h3>
          <ul className={`stack ${styles.pictures}`}>
            {differences.map((one, at) => (
              <li key={`${one.picture}${at}`}>
                <DifferentPicture seen={one} />
              </li>
            ))}
          </ul>
        </>
      )}
      {state === 'done' && cameras.length > 0 && differences.length === 0 && (
        <p className="below-16 ink-2">{words.same}</p>
      )}
    </>
  )
}

function Comparison({ card, ended }: { card: Card; ended: boolean }) {
  const { look_ms, memory_mb, confirmed, recorded } = card
  const words = useWords('models')
  const measures = [
    { name: words.look_ms, unit: 'ms', pair: look_ms },
    { name: words.memory, unit: 'MB', pair: memory_mb },
  ]
  const counts = [
    { name: words.recorded_entries, judged: recorded.entries, none: words.none_recorded },
    { name: words.recorded_exits, judged: recorded.exits, none: words.none_recorded },
    { name: words.confirmed, judged: confirmed, none: words.none_confirmed },
  ]
  return (
    <Facts width="wide" className={styles.facts}>
      {measures.map(({ name, unit, pair }) => (
        <Fact key={name} name={name}>
          {pair
            ? `${words.running} ${pair.running} ${unit}，${words.candidate} ${pair.candidate} ${unit}`
            : '--'}
        </Fact>
      ))}
      {counts.map(({ name, judged: { events, running, candidate }, none }) => (
        <Fact key={name} name={name}>
          {events === 0
            ? ended
              ? none
              : '--'
            : `${words.running} ${running} / ${events}，${words.candidate} ${candidate} / ${events}`}
        </Fact>
      ))}
    </Facts>
  )
}

type Recorded = Card['recorded']

/**
 * The recorded events that both models of a trial judged again, with the pictures on which they differ.
 * `ended`: whether the trial has ended; before that, an agreement of all events is not yet a result.
 */
function RecordedEvents({ recorded, ended }: { recorded: Recorded; ended: boolean }) {
  const words = useWords('models')
  const { entries, exits, different, left_out, differences } = recorded
  const judged = entries.events + exits.events
  if (judged + left_out === 0) return null
  return (
    <>
      <h3 className={`text-15 ${styles.title}`}>{words.recorded}</h3>
      <p className="below-16 ink-2">
        {different > 0 && words.recorded_different(judged, different)}
        {different === 0 && ended && judged > 0 && words.recorded_same(judged)}
        {left_out > 0 && words.recorded_left_out(left_out)}
      </p>
      <ul className={`stack ${styles.pictures}`}>
        {differences.map((one) => (
          <li key={one.uuid}>
            <DifferentPicture seen={one}>
              <EventLine event={one} />
            </DifferentPicture>
          </li>
        ))}
      </ul>
    </>
  )
}

function EventLine({ event }: { event: Recorded['differences'][number] }) {
  const [words, codes] = [useWords('models'), useWords('codes').event_type]
  const word = wordOf(event_type, event.event_type)
  return (
    <>
      <span>
        {word === undefined ? event.event_type : codes[word]} {event.event_time_str} {event.plate_number}
      </span>
      <Link to={`/business/data/parking?uuid=${event.uuid}`}>{words.event}</Link>
    </>
  )
}

type Seen = Pick<
  Card['differences'][number],
  'camera_name' | 'lot_no' | 'polygon' | 'picture' | 'running' | 'candidate'
>

/**
 * A picture in which the two models of a trial see a lot differently.
 * `children` say more about the picture.
 */
function DifferentPicture({ seen, children }: { seen: Seen; children?: ReactNode }) {
  const words = useWords('models')
  const { camera_name, lot_no, polygon, picture, running, candidate } = seen
  return (
    <figure className={styles.figure}>
      <LotPicture
        picture={picture}
        polygon={polygon}
        alt={words.lot(camera_name, lot_no)}
        none={words.no_picture}
      />
      <figcaption>
        <span>{words.lot(camera_name, lot_no)}</span>
        <span>
          {words.running}：{words.seen[running]}；{words.candidate}：{words.seen[candidate]}
        </span>
        {children}
      </figcaption>
    </figure>
  )
}
