/** The result of a handover test as a sentence. */
import type { HandoverResult } from '@parking/contract/handover/handover.ts'
import type { Areas } from '../locales/areas.ts'

export function testText(one: HandoverResult, words: Areas['install'], diagnose: Areas['diagnose']): string {
  const { test, finding, facts, result } = one
  if (finding === 'no_object_storage') return words.no_object_storage
  if (finding === 'object_storage_failed')
    return words.object_storage_failed(String(facts['host'] ?? ''), String(facts['reason'] ?? ''))
  if (test === 'object_storage') return words.object_storage_good(String(facts['host'] ?? ''))
  return result === 'good' ? diagnose.good[test](facts) : diagnose.found[finding](facts)
}
