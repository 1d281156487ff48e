/**
 * Data that the device offers to the monitoring of many boxes (an extension of the spec): metrics for
 * scraping.
 */
import { useWords } from '#src/core/words.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { MetricsCard } from './metrics-card.tsx'

export default function Monitoring() {
  const [words, titles] = [useWords('monitoring'), useWords('shell').routes]
  return (
    <>
      <PageHeader title={titles.system_monitoring} hint={words.hint} />
      <MetricsCard />
    </>
  )
}
