/** The findings of a kit: each rule of a document was kept, was broken, or could not be shown. */
export type Finding<Check extends string, Fault extends string> = {
  readonly check: Check
  readonly outcome: 'ok' | Fault | 'not shown'
  /** What was wrong, or why it was not shown: sentences, without repetition. */
  readonly messages: readonly string[]
}
export type Findings<Check extends string, Fault extends string> = {
  ok: (check: Check) => void
  /** The worst fault of a check counts. */
  wrong: (check: Check, sentence: string, fault?: Fault) => void
  /** Counts only if there is no other finding for the check. */
  notShown: (check: Check, why: string) => void
  /** Records the faults, or that the rule was kept if there are none. */
  judge: (check: Check, faults: readonly string[]) => void
  list: () => Finding<Check, Fault>[]
}

const max_sentences = 100
const shown_sentences = 3

/** `usual`: the fault of a broken check; `by_weight`: every fault, the worst first. */
export function openFindings<Check extends string, Fault extends string>(
  checks: readonly Check[],
  by_weight: readonly Fault[],
  usual: (check: Check) => Fault,
): Findings<Check, Fault> {
  const kept = new Set<Check>()
  const broken = new Map<Check, { fault: Fault; messages: Set<string> }>()
  const absent = new Map<Check, string>()
  function wrong(check: Check, sentence: string, fault = usual(check)): void {
    const known = broken.get(check) ?? { fault, messages: new Set<string>() }
    if (known.messages.size < max_sentences) known.messages.add(sentence)
    if (by_weight.indexOf(fault) < by_weight.indexOf(known.fault)) known.fault = fault
    broken.set(check, known)
  }
  return {
    ok: (check) => void kept.add(check),
    wrong,
    notShown: (check, why) => void absent.set(check, why),
    judge(check, faults) {
      if (faults.length === 0) kept.add(check)
      for (const fault of faults) wrong(check, fault)
    },
    list: () =>
      checks.map((check) => {
        const found = broken.get(check)
        if (found) return { check, outcome: found.fault, messages: [...found.messages] }
        if (kept.has(check)) return { check, outcome: 'ok', messages: [] }
        return { check, outcome: 'not shown', messages: [absent.get(check) ?? 'nothing of it was seen'] }
      }),
  }
}

/** A finding as a line: its outcome in this word, the rule, and the first sentences. */
export function findingLine(word: string, rule: string, messages: readonly string[]): string {
  const more = messages.length - shown_sentences
  const sentences = messages.slice(0, shown_sentences).join('; ') + (more > 0 ? `; and ${more} more` : '')
  return `${word.padEnd(9)}  ${rule}${sentences === '' ? '' : `: ${sentences}`}`
}
