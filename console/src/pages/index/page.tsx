/**
 * "Setting" (spec §2, `/index`): the appearance of the console in this browser, and the demo list of the
 * template.
 */
import { useState } from 'react'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { useWords } from '#src/core/words.ts'
import { useCall } from '#src/core/queries.ts'
import { UrlPager } from '#src/tables/pager.tsx'
import '#src/tables/table.css'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { HeadRow } from '#src/tables/table-head.tsx'
import { InterfaceSettings } from './interface-settings.tsx'

export default function Setting() {
  const titles = useWords('shell').routes
  return (
    <>
      <PageHeader title={titles.setting} />
      <InterfaceSettings />
      <Demo />
    </>
  )
}

/**
 * The demo list of the template (spec §7). Its page is in the URL; the list is requested when it is opened.
 */
function Demo() {
  const words = useWords('setting')
  const [open, setOpen] = useState(useUrlState().search.has('page'))
  if (open) return <DemoList />
  return (
    <Section
      title={words.demo}
      action={
        <Button aria-expanded={false} onClick={() => setOpen(true)}>
          {words.demo_show}
        </Button>
      }
    >
      <p className="note">{words.demo_says}</p>
    </Section>
  )
}

function DemoList() {
  const words = useWords('setting')
  const url = useUrlState()
  const { page, page_size } = url
  const query = useCall('/vue-element-admin/baseTemplate/getList', { page, page_size }, { keep: true })
  const { data } = query
  if (!data && query.isError) {
    return (
      <Section title={words.demo} hint={words.demo_says}>
        <LoadFailed query={query} title={words.failed} />
      </Section>
    )
  }
  if (data?.total === 0) {
    return (
      <Section title={words.demo} hint={words.demo_says}>
        <EmptyState title={words.empty} />
      </Section>
    )
  }
  return (
    <Section title={words.demo} hint={words.demo_says} flush>
      <div className="table-box" aria-busy={query.isFetching}>
        <table className="table" data-cards="">
          <HeadRow names={[words.id, words.demo_title, words.author, words.create_time]} />
          <tbody>
            {!data && <TableSkeleton columns={4} />}
            {data?.list.map((row) => (
              <tr key={row.id}>
                <td data-label={words.id}>{row.id}</td>
                <td data-label={words.demo_title}>{row.title}</td>
                <td data-label={words.author}>{row.author}</td>
                <td data-label={words.create_time}>{row.create_time_str}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <UrlPager total={data?.total} url={url} />
    </Section>
  )
}
