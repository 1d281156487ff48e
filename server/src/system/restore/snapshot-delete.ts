/** Deletes the chosen snapshots, or all listed ones. Their contents cannot be recovered afterwards. */
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

/** Deletes all of them or none: throws 3000 if one does not exist. */
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

/** For the audit: those of the named snapshots that exist, with their sizes. */
export const snapshotValues = (names: readonly string[], folder: string): Values =>
  existsSync(join(folder, 'snapshots'))
    ? Object.fromEntries(
        listSnapshots(folder)
          .filter(({ name }) => names.includes(name))
          .map(({ name, bytes }) => [name, bytes]),
      )
    : {}
