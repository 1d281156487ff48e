/** Deletes chosen snapshots, or all that are listed: after that there is no way back to what they hold. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Body } from '@parking/contract'
import type { CallContext } from '#src/core/call-context.ts'
import type { SingleRun } from '#src/core/flow/single-run.ts'
import type { Values } from '#src/core/audit-values.ts'
import { notFound } from '#src/core/refusal.ts'
import { exclusively } from './restore.ts'
import { dropSnapshot, listSnapshots } from './snapshot.ts'

type Needs = CallContext & { restore_request: SingleRun }

/** All of them or none: 3000 where one is not there. */
export const deleteSnapshots = (
  { names }: Body<'delete_snapshots'>,
  context: Needs,
): Promise<Answer<'delete_snapshots'>> =>
  exclusively(context, () => {
    const chosen = listSnapshots(context.folder).filter(({ name }) => names.includes(name))
    if (chosen.length !== new Set(names).size) throw notFound('This snapshot')
    for (const { name } of chosen) dropSnapshot(context.folder, name)
    return Promise.resolve({
      deleted: chosen.length,
      bytes: chosen.reduce((sum, { bytes }) => sum + bytes, 0),
    })
  })

/** For the audit: which of the named ones exist, with their size. */
export const snapshotValues = (names: readonly string[], folder: string): Values =>
  existsSync(join(folder, 'snapshots'))
    ? Object.fromEntries(
        listSnapshots(folder)
          .filter(({ name }) => names.includes(name))
          .map(({ name, bytes }) => [name, bytes]),
      )
    : {}
