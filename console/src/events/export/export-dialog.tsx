/**
 * Exports events as a table, or with their pictures. The device prepares the file, and the browser downloads
 * it.
 */
import { event_status, event_type, response_status } from '@parking/contract/core/codes.ts'
import { export_limits } from '@parking/contract/core/limits.ts'
import { useId, useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useWords } from '#src/core/words.ts'
import type { EventFilter } from '../filter/event-filter.ts'
import styles from './export-dialog.module.css'

type ExportResult = AnswerAt<'/api/parking/export_parking_event'>
type Format = keyof typeof export_limits
type Props = {
  /** The selected events; empty means all that match the filter. */
  uuids: readonly string[]
  filter: EventFilter
  manual: boolean
  /** The number of events that match the filter, as text. */
  total: string
  onClose: () => void
}

export function ExportDialog({ uuids, filter, manual, total, onClose }: Props) {
  const words = useWords('event_list')
  const id = useId()
  const [format, setFormat] = useState<Format>('csv')
  const [result, setResult] = useState<ExportResult>()
  const labels = useTableLabels()
  const { run, running } = useChange('/api/parking/export_parking_event', {
    done(answer) {
      setResult(answer)
      if (answer.state === 'ready') downloadFile(answer)
    },
  })
  const start = () =>
    void run({
      format,
      filter,
      words: labels,
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
          <Button onClick={onClose}>{result?.state === 'ready' ? words.close : words.cancel}</Button>
          {result?.state !== 'ready' && (
            <WhyButton variant="primary" why={undefined} busy={running} onPress={start}>
              {running ? words.export_running : words.export_run}
            </WhyButton>
          )}
        </>
      }
    >
      <p className="below-16 bold">
        {uuids.length > 0 ? words.export_chosen(uuids.length) : words.export_filtered(total)}
      </p>
      <fieldset className={`grid gap-12 flush below-16 ${styles.formats}`}>
        <legend>{words.export_format}</legend>
        {(['csv', 'zip'] as const).map((one) => (
          <label key={one} className="flex gap-8 pointer">
            <input
              type="radio"
              name={id}
              checked={format === one}
              onChange={() => {
                setFormat(one)
                setResult(undefined)
              }}
            />
            <span>
              {one === 'csv' ? words.export_csv : words.export_zip}
              <small className="note block">
                {one === 'csv'
                  ? words.export_csv_says(export_limits.csv)
                  : words.export_zip_says(export_limits.zip)}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <div role="status">{result && <Outcome result={result} format={format} />}</div>
    </Dialog>
  )
}

function Outcome({ result, format }: { result: ExportResult; format: Format }) {
  const words = useWords('event_list')
  switch (result.state) {
    case 'nothing':
      return <p className={`paragraph bad ${styles.warning}`}>{words.export_nothing}</p>
    case 'too_many':
      return (
        <p className={`paragraph bad ${styles.warning}`}>
          {words.export_too_many(result.events, export_limits[format])}
        </p>
      )
    case 'too_large':
      return (
        <p className={`paragraph bad ${styles.warning}`}>{words.export_too_large(bytesText(result.bytes))}</p>
      )
    case 'ready':
      return (
        <div className={styles.ready}>
          <p>
            {words.export_ready(result.events)}{' '}
            {result.files > 0 && words.export_files(result.files, bytesText(result.bytes))}
          </p>
          <p>
            <a className="link" href={result.download} download={result.file_name}>
              {words.export_again}
            </a>
          </p>
          <p className="note">{words.export_keep}</p>
        </div>
      )
  }
}

function downloadFile({ download, file_name }: ExportResult): void {
  const link = document.createElement('a')
  link.href = download
  link.download = file_name
  link.click()
}

/** The file uses the page's labels for columns and values. */
function useTableLabels() {
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
    standing,
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
      standing,
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
    standing: codes.standing,
    response_status: byNumber(response_status, codes.response_status),
    plate_color: codes.plate_color,
  }
}

const byNumber = <Word extends string>(
  table: Record<Word, number>,
  labels: Record<Word, string>,
): Record<string, string> =>
  Object.fromEntries((Object.keys(table) as Word[]).map((word) => [String(table[word]), labels[word]]))
