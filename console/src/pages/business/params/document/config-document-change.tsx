/** One change of a configuration file as text: field, old value, new value. */
import { schedule_type, wordOf } from '@parking/contract/core/codes.ts'
import type { DocumentSection } from '@parking/contract/config-document/config-document-rules.ts'
import type { ReactNode } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import { useScheduleText } from '../schedule/schedule-text.ts'
import styles from './config-document-preview.module.css'
import { useFieldName, useValueName } from './use-document-words.ts'

export type Previewed = AnswerAt<'/api/parking/preview_import'>
export type PreviewedSection = Previewed['sections'][number]
export type Difference = PreviewedSection['changes'][number]
type Period = Extract<Difference, { kind: 'day' }>['before'][number]

export function ChangeLine({ section, one }: { section: DocumentSection; one: Difference }) {
  const [words, types] = [useWords('config_document').change, useWords('codes').schedule_type]
  const [name, value, say] = [useFieldName(), useValueName(), useScheduleText()]
  const plan = (list: readonly Period[]) =>
    list
      .map(({ start, end, type }) => words.period(start, end, types[wordOf(schedule_type, type) ?? 'charge']))
      .join('\n') || words.unplanned
  const presence = (what: 'added' | 'removed', text: string) => (
    <span className={styles.presence} data-what={what}>
      {words[what](text)}
    </span>
  )

  switch (one.kind) {
    case 'value':
      if (one.field === 'plans') return <>{words.plans}</>
      return (
        <Change
          what={name(section, one.field)}
          before={value(section, one.field, one.before)}
          after={value(section, one.field, one.after)}
        />
      )
    case 'secret':
      return (
        <ConfigChange
          what={
            one.camera_name === undefined
              ? name(section, one.field)
              : words.of(one.camera_name, name(section, one.field))
          }
        >
          {words.secret[one.what]}
        </ConfigChange>
      )
    case 'entry':
      return presence(one.what, ` ${one.value}`)
    case 'day':
      return <Change what={say.day(one.day)} before={plan(one.before)} after={plan(one.after)} />
    case 'camera':
      return presence(
        one.what,
        `${words.camera(one.camera_name)}${one.lot_num > 0 ? words.with_lots(one.lot_num) : ''}`,
      )
    case 'camera_value':
      return (
        <Change
          what={words.of(one.camera_name, name('cameras', one.field))}
          before={value('cameras', one.field, one.before)}
          after={value('cameras', one.field, one.after)}
        />
      )
    case 'scene':
      return presence(
        one.what,
        words.scene(one.camera_name, one.parking_no) + (one.lot_num > 0 ? words.with_lots(one.lot_num) : ''),
      )
    case 'scene_value':
      return (
        <Change
          what={words.of(
            one.parking_no,
            one.field === 'camera_sn' ? words.on_camera : name('scenes', one.field),
          )}
          before={value('scenes', one.field, one.before)}
          after={value('scenes', one.field, one.after)}
        />
      )
    case 'scene_drawn':
      return <>{words.drawn[one.field](one.parking_no)}</>
    case 'lots_order':
      return <>{words.order(one.parking_no)}</>
    case 'lot':
      return presence(one.what, words.lot(one.lot_no))
    case 'lot_renamed':
      return <>{words.renamed(one.before, one.after)}</>
    case 'lot_moved':
      return <>{words.lot_shifted(one.lot_no, one.px)}</>
    case 'lot_reshaped':
      return <>{words.reshaped(one.lot_no)}</>
    case 'lot_value':
      return (
        <Change
          what={words.of_lot(one.lot_no, name('scenes', one.field))}
          before={value('scenes', one.field, one.before)}
          after={value('scenes', one.field, one.after)}
        />
      )
  }
}

const ConfigChange = ({ what, children }: { what: string; children: ReactNode }) => (
  <>
    <span className={`ink-2 ${styles.what}`}>{what}</span> <span>{children}</span>
  </>
)

function Change({ what, before, after }: { what: string; before: string; after: string }) {
  const words = useWords('config_document').change
  return (
    <>
      <span className={`ink-2 ${styles.what}`}>{what}</span>{' '}
      <span className={styles.values}>
        <del>
          <bdi>{before}</bdi>
        </del>
        <span className={`ink-3 ${styles.arrow}`} aria-hidden="true">
          →
        </span>
        <span className="visually-hidden"> {words.to} </span>
        <ins>
          <bdi>{after}</bdi>
        </ins>
      </span>
    </>
  )
}
