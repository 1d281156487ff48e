/** The sentences for what fails on the way to the device and back, the same for every call of the page. */
import type { LoginWords } from './login.tsx'
import type { Outcome } from './post-call.ts'

type OnTheWay = Extract<
  Outcome<unknown>,
  { kind: 'unreachable' | 'timeout' | 'unknown' | 'host_changed' | 'foreign' }
>

export function onTheWay(outcome: OnTheWay, words: LoginWords): string {
  if (outcome.kind === 'host_changed') return words.host_changed(outcome.compared)
  if (outcome.kind !== 'foreign') return words[outcome.kind]
  const { status } = outcome
  return status >= 502 && status <= 504 ? words.no_upstream(status) : words.foreign(status)
}
