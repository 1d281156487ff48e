/**
 * Operations on the whole device (spec §1, §2): restart, factory restore, snapshots, and the diagnosis on its
 * own tab.
 */
import { Sheet } from '#src/install/sheet.tsx'
import { Section } from '#src/ui/section.tsx'
import { Tabs } from '#src/ui/page/tabs.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { DiagnosePanel } from './diagnose-panel.tsx'
import { EraseCard } from './erase-card.tsx'
import { RebootCard } from './reboot-card.tsx'
import { RestoreCard } from './restore-card.tsx'
import { Snapshots } from './snapshots.tsx'
import { SupportBundle } from './support-bundle.tsx'

const names = ['reboot', 'diagnose'] as const

export default function OperationPage() {
  const [words, titles] = [useWords('operation'), useWords('shell').routes]
  const install = useWords('install')
  const { search, change } = useUrlState()
  const open = names.find((name) => name === search.get('tab')) ?? 'reboot'
  return (
    <>
      <PageHeader title={titles.system_operation} />
      <Tabs
        label={words.tabs}
        tabs={names.map((name) => ({ name, title: words.tab[name] }))}
        open={open}
        onOpen={(name) => change({ tab: name === 'reboot' ? undefined : name })}
      >
        {open === 'reboot' ? (
          <>
            <RebootCard />
            <RestoreCard />
            <Snapshots />
            <EraseCard />
          </>
        ) : (
          <>
            <DiagnosePanel />
            <SupportBundle />
            <Section title={install.handover_title} hint={install.handover_hint}>
              <Sheet />
            </Section>
          </>
        )}
      </Tabs>
    </>
  )
}
