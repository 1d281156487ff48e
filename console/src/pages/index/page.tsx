/**
 * "Setting" (spec §2, `/index`): the appearance of the console in this browser, and the demo list of the
 * template.
 */
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { useWords } from '#src/core/words.ts'
import { Demo } from './demo-list.tsx'
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
