/** The log of parking events (spec §2, §4) and their upload state. */
import { EventLog } from '#src/events/list/event-log.tsx'
import { ResumeUpload } from '#src/events/queue/resume-upload.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { EmptyKerb, EmptyState } from '#src/ui/state/empty-state.tsx'
import { awaitBriefly, queryClient, readEarly } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'

/** The page is drawn with its rows, which core/first-calls.ts has requested. */
export function ready(search: URLSearchParams): Promise<void> {
  const first_page = { page: 1, page_size: 20 }
  const is_known = queryClient.getQueryState(['/api/parking/parking_event', first_page]) !== undefined
  if (search.size > 0 || is_known) return Promise.resolve()
  return awaitBriefly(readEarly('/api/parking/parking_event', first_page))
}

export default function ParkingEvents() {
  const [words, titles] = [useWords('events'), useWords('shell').routes]
  return (
    <EventLog
      title={titles.business_parking}
      calls={{ list: '/api/parking/parking_event', remove: '/api/parking/delete_parking_event' }}
      actions={<ResumeUpload main />}
      empty={
        <EmptyState
          picture={<EmptyKerb />}
          title={words.empty}
          heading="h2"
          action={
            <ButtonLink variant="primary" to="/business/sceneConfig">
              {words.empty_go}
            </ButtonLink>
          }
        >
          {words.empty_says}
        </EmptyState>
      }
    />
  )
}
