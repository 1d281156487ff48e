/** The number of online, offline and faulty cameras, each linked to its list (spec §2). */
import { camera_state } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import type { AnswerAt } from '#src/core/api.ts'
import type { CallState } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './video-sources.module.css'

const states = [
  { state: 'online', tone: 'ok' },
  { state: 'offline', tone: 'idle' },
  { state: 'error', tone: 'bad' },
] as const

export function VideoSources({ query }: { query: CallState<AnswerAt<'/api/camera/camera_state'>> }) {
  const words = useWords('dashboard')
  const names = useWords('codes').camera_state
  return (
    <Section
      title={words.video_sources}
      action={
        query.data && (
          <span className="note figures text-end">
            {words.cameras_total(query.data.online + query.data.offline + query.data.error)}
          </span>
        )
      }
    >
      <Loaded query={query} rows={4} failed={words.failed}>
        {(counts) => (
          <>
            <ul className={`flex figures ${styles.sources}`}>
              {states.map(({ state, tone }) => (
                <li key={state}>
                  <Link
                    className={`flex ink ${styles.source}`}
                    to={`/business/sceneConfig?state=${camera_state[state]}`}
                    aria-label={words.see_cameras(names[state], counts[state])}
                  >
                    <span className="text-12 ink-3">{names[state]}</span>
                    <b className={styles.number} data-tone={counts[state] > 0 ? tone : undefined}>
                      {counts[state]}
                    </b>
                  </Link>
                </li>
              ))}
            </ul>
            {counts.online + counts.offline + counts.error === 0 && (
              <p className="above-16 text-14 ink-3 leading-15">
                {words.no_cameras} <Link to="/business/sceneConfig">{words.add_camera}</Link>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
