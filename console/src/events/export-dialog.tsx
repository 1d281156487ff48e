/** Taking events along: as a table, or with their pictures. The device says what the file will hold; the browser fetches it. */
import { event_status, event_type, response_status } from '@parking/contract/core/codes.ts'
import { export_limits } from '@parking/contract/core/limits.ts'
import { useId, useState } from 'react'
import type { AnswerAt } from '../api.ts'
import { WhyButton } from '../forms/why-button.tsx'
import { bytesText } from '../lib/bytes.ts'
import { useChange } from '../queries.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../words.ts'
import type { EventFilter } from './event-filter.ts'
import styles from './events.module.css'

type Exported = AnswerAt<'/api/parking/export_parking_event'>
type Format = keyof typeof export_limits
type Props = {
  /** Those that are chosen; of none, all that the filter means. */
  uuids: readonly string[]
  filter: EventFilter
  manual: boolean
  /** How many the filter means, in words. */
  total: string
  onClose: () => void
}

export function ExportDialog({ uuids, filter, manual, total, onClose }: Props) {
  const words = useWords('event_list')
  const id = useId()
  const [format, setFormat] = useState<Format>('csv')
  const [made, setMade] = useState<Exported>()
  const table = useTableWords()
  const { run, running } = useChange('/api/parking/export_parking_event', {
    done(answer) {
      setMade(answer)
      if (answer.state === 'ready') fetchFile(answer)
    },
  })
  const begin = () =>
    void run({
      format,
      filter,
      words: table,
      ...(manual ? { manual } : {}),
      ...(uuids.length > 0 ? { list: [...uuids] } : {}),
    })

  return (
    <Dialog
      title={words.export_title}
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{made?.state === 'ready' ? words.close : words.cancel}</Button>
          {made?.state !== 'ready' && (
            <WhyButton variant="primary" why={undefined} busy={running} onPress={begin}>
              {running ? words.export_running : words.export_run}
            </WhyButton>
          )}
        </>
      }
    >
      <p className={styles.meant}>
        {uuids.length > 0 ? words.export_chosen(uuids.length) : words.export_filtered(total)}
      </p>
      <fieldset className={styles.formats}>
        <legend>{words.export_format}</legend>
        {(['csv', 'zip'] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={id}
              checked={format === one}
              onChange={() => {
                setFormat(one)
                setMade(undefined)
              }}
            />
            <span>
              {one === 'csv' ? words.export_csv : words.export_zip}
              <small>
                {one === 'csv'
                  ? words.export_csv_says(export_limits.csv)
                  : words.export_zip_says(export_limits.zip)}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <div role="status">{made && <Outcome made={made} format={format} />}</div>
    </Dialog>
  )
}

function Outcome({ made, format }: { made: Exported; format: Format }) {
  const words = useWords('event_list')
  switch (made.state) {
    case 'nothing':
      return <p className={styles.warning}>{words.export_nothing}</p>
    case 'too_many':
      return <p className={styles.warning}>{words.export_too_many(made.events, export_limits[format])}</p>
    case 'too_large':
      return <p className={styles.warning}>{words.export_too_large(bytesText(made.bytes))}</p>
    case 'ready':
      return (
        <div className={styles.ready}>
          <p>
            {words.export_ready(made.events)}{' '}
            {made.files > 0 && words.export_files(made.files, bytesText(made.bytes))}
          </p>
          <p>
            <a href={made.download} download={made.file_name}>
              {words.export_again}
            </a>
          </p>
          <p className={styles.quiet}>{words.export_keep}</p>
        </div>
      )
  }
}

function fetchFile({ download, file_name }: Exported): void {
  const link = document.createElement('a')
  link.href = download
  link.download = file_name
  link.click()
}

/** Columns and values are called in the file as on the page. */
function useTableWords() {
  const [parking, list, codes] = [useWords('events'), useWords('event_list'), useWords('codes')]
  const {
    uuid,
    event_time_str,
    create_time_str,
    parking_no,
    camera_name,
    lot_no,
    plate_color,
    confidence,
    status,
    count_tried,
    send_time_str,
    response_status: response,
    response_time_str,
    response_info,
    comment,
  } = parking
  return {
    columns: {
      uuid,
      event_time_str,
      create_time_str,
      parking_no,
      camera_name,
      lot_no,
      event_type: parking.event_type,
      plate_number: list.kept_plate,
      plate_read: list.read_plate,
      plate_color,
      confidence,
      status,
      count_tried,
      send_time_str,
      response_status: response,
      response_time_str,
      response_info,
      comment,
      pictures: list.picture_count,
    },
    event_type: byNumber(event_type, codes.event_type),
    status: byNumber(event_status, codes.event_status),
    response_status: byNumber(response_status, codes.response_status),
    plate_color: codes.plate_color,
  }
}

const byNumber = <Word extends string>(
  table: Record<Word, number>,
  labels: Record<Word, string>,
): Record<string, string> =>
  Object.fromEntries((Object.keys(table) as Word[]).map((word) => [String(table[word]), labels[word]]))
