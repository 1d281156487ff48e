/** Deletes snapshots after a confirmation that names each of them. */
import type { AnswerAt } from '#src/core/api.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { toast } from '#src/ui/toast.tsx'

type Snapshot = AnswerAt<'/api/system/list_snapshots'>['list'][number]

export function useRemoveSnapshots(): (list: readonly Snapshot[]) => Promise<void> {
  const words = useWords('operation').snapshots
  const change = useChange('/api/system/delete_snapshots', {
    refresh: ['/api/system/list_snapshots'],
    done: ({ deleted, bytes }) => toast.success(words.delete.done(deleted, bytesText(bytes))),
  })
  return async (list) => {
    const sure = await confirm({
      title: words.delete.dialog(list.length),
      body: (
        <>
          <ul className="grid gap-8 below-12">
            {list.map((snapshot) => (
              <li key={snapshot.name} className="grid pad-8-12 bordered round-6">
                <code className="text-13 mono anywhere">{snapshot.name}</code>
                <span className="note figures">
                  {snapshot.create_time_str} · {bytesText(snapshot.bytes)}
                </span>
              </li>
            ))}
          </ul>
          <p className="paragraph">{words.delete.says}</p>
        </>
      ),
      confirm: words.delete.go,
      cancel: words.delete.keep,
      danger: true,
    })
    if (sure) await change.run({ names: list.map(({ name }) => name) })
  }
}
