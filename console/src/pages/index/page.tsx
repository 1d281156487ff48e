/** "Setting" (spec §2, `/index`): how the console looks in this browser, and the template's demo list. */
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { useWords } from '#src/words.ts'
import { DemoList } from './demo-list.tsx'
import { InterfaceSettings } from './interface-settings.tsx'

export default function Setting() {
  const titles = useWords('shell').routes
  return (
    <>
      <PageHeader title={titles.setting} />
      <InterfaceSettings />
      <DemoList />
    </>
  )
}
