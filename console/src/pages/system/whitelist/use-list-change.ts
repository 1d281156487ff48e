/**
 * Changes the whitelist. The device rejects a change that would exclude the user, who may then confirm and
 * repeat it.
 */
import { useState } from 'react'
import type { Issue } from '@parking/contract/core/rules.ts'
import { call, outcomeOf, type BodyAt } from '#src/core/api.ts'
import { refreshReads } from '#src/core/queries.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { toast } from '#src/ui/toast.tsx'
import { wordsNow } from '#src/core/words.ts'

type ListPath = '/api/system/add_whitelist' | '/api/system/delete_whitelist'
export type Outcome = 'done' | 'kept' | { issues: readonly Issue[] }

export function useListChange<P extends ListPath>(
  path: P,
  caller: string,
): { running: boolean; run: (body: BodyAt<P>) => Promise<Outcome> } {
  const [running, setRunning] = useState(false)

  async function attempt(body: BodyAt<P>): Promise<Outcome> {
    const { error } = await outcomeOf(call(path, body, { quiet: true }))
    if (!error) {
      await refreshReads(['/api/system/get_whitelist'])
      return 'done'
    }
    if (error.issues.some(({ issue }) => issue === 'shut_out')) {
      const words = wordsNow('whitelist')
      const meant = await confirm({
        title: words.shut_out,
        body: words.shut_out_says(caller),
        confirm: words.shut_out_go,
        danger: true,
      })
      return meant ? attempt({ ...body, confirmed: true }) : 'kept'
    }
    toast.error(error.message)
    return { issues: error.issues }
  }

  return {
    running,
    async run(body) {
      setRunning(true)
      const outcome = await attempt(body)
      setRunning(false)
      return outcome
    },
  }
}
