/** Why an upgrade failed and which version is running, from the facts of its alarm. */
import type { Areas } from '#src/locales/areas.ts'

export function upgradeText(
  { reason = '', from = '', result = '' }: Readonly<Record<string, unknown>>,
  words: Areas['alarms']['upgrades'],
): string {
  const why = Object.entries(words.reasons).find(([known]) => known === reason)?.[1] ?? String(reason)
  return result === 'not_begun' ? words.not_begun(String(from), why) : words.went_back(String(from), why)
}
