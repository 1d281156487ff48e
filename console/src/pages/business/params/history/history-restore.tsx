/** Restores one section to a history entry: previews the differences, then applies exactly those. */
import type { Path } from '@parking/contract/calls.ts'
import { useState } from 'react'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { useFieldLabel } from '#src/core/field-label.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { param_calls } from '../form/param-calls.ts'
import { ChangeList } from './history-change-table.tsx'
import { groupOf, type Entry, type Section } from '../labels/field-labels.ts'
import styles from './history.module.css'
import { ChangeLine } from '../document/config-document-change.tsx'

export type Moment = 'before' | 'after'
/** Calls whose answers are outdated after a restore. */
const outdated_calls: Readonly<Partial<Record<Section, readonly Path[]>>> = {
  scene: ['/api/camera/get_scenes', '/api/camera/list_cameras'],
  camera: ['/api/camera/list_cameras', '/api/camera/get_scenes'],
  basic_info: ['/api/device/get_basic_info', '/api/device/get_address'],
}

type Props = { entry: Entry; moment: Moment; onClose: () => void }

export function RestoreDialog({ entry, moment, onClose }: Props) {
  const words = useWords('history')
  const text = words.restore
  const label = useFieldLabel()
  const section = words.sections[entry.section]
  const group = groupOf(entry.section)
  const preview = useCall('/api/parking/preview_restore_param', { id: entry.id, moment })
  const [changed_meanwhile, setChangedMeanwhile] = useState(false)
  const restore = useChange('/api/parking/restore_param', {
    refresh: [
      '/api/parking/param_history',
      '/api/parking/param_state',
      ...(group ? [param_calls[group].get] : (outdated_calls[entry.section] ?? [])),
    ],
    done: restored,
  })
  function restored() {
    if (group) void sayWithUndo(text.done(section), 'change_params')
    else toast.success(text.done(section))
    onClose()
  }

  async function restoreEntry(revision: number) {
    if (await restore.run({ id: entry.id, moment, revision })) return
    // Whatever failed, refresh the preview.
    const now = await preview.refetch()
    // Only the answer was lost: the requested values are in force.
    if (now.isSuccess && now.data.changes.length === 0) return restored()
    setChangedMeanwhile(now.data !== undefined && now.data.revision !== revision)
  }

  const ready =
    preview.data && preview.data.changes.length > 0 && !preview.data.scene?.taken_lots.length
      ? preview.data
      : undefined
  return (
    <Dialog
      title={text.title(section)}
      width="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            disabled={!ready || restore.running}
            onClick={() => ready && void restoreEntry(ready.revision)}
          >
            {text.go}
          </Button>
        </>
      }
    >
      <div className={`grid gap-12 ${styles.restore}`}>
        <p>{moment === 'before' ? text.says_before(entry.time_str) : text.says_after(entry.time_str)}</p>
        {entry.section === 'camera' && <p>{text.camera}</p>}
        {changed_meanwhile && (
          <p className="pad-8-12 text-14 warn round-6 on-warn" role="status">
            {text.lately}
          </p>
        )}
        <Loaded query={preview} rows={3} failed={text.failed}>
          {({ changes, scene, lost_secrets, broken_rules = [] }) => (
            <>
              {changes.length === 0 ? (
                <p className="ink-2">{text.same}</p>
              ) : scene ? (
                <SceneDifferences scene={scene} />
              ) : (
                <ChangeList section={entry.section} changes={changes} before={text.now} after={text.then} />
              )}
              {broken_rules.length > 0 && (
                <p className="pad-8-12 text-14 warn round-6 on-warn">
                  {text.breaks(
                    broken_rules
                      .map(
                        ({ pack_name, clause, field }) =>
                          `${[pack_name, clause].join(' ').trim()}（${label(entry.section, field)}）`,
                      )
                      .join(words.and),
                  )}
                </p>
              )}
              {lost_secrets.length > 0 && (
                <p className="pad-8-12 text-14 warn round-6 on-warn">
                  {text.lost(lost_secrets.map((field) => label(entry.section, field)).join(words.and))}
                </p>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

type ConfigChange = NonNullable<AnswerAt<'/api/parking/preview_restore_param'>['scene']>

/**
 * How a restore would change a scene, lot by lot, and which of its lot numbers are now used by other scenes.
 */
function SceneDifferences({ scene: { differences, taken_lots } }: { scene: ConfigChange }) {
  const words = useWords('history')
  return (
    <>
      {differences.length > 0 && (
        <p>
          {differences.some(({ kind }) => kind === 'scene')
            ? words.restore.scene_redrawn
            : words.restore.scene}
        </p>
      )}
      <ul
        className={`grid gap-4 text-14 leading-16 ${styles.differences}`}
        aria-label={words.restore.differences}
      >
        {differences.map((one, at) => (
          <li key={at}>
            <ChangeLine section="scenes" one={one} />
          </li>
        ))}
      </ul>
      {taken_lots.length > 0 && (
        <p className="pad-8-12 text-14 warn round-6 on-warn" role="status">
          {words.restore.taken(
            taken_lots
              .map(({ lot_no, camera_name, parking_no }) =>
                words.restore.taken_lot(lot_no, camera_name, parking_no),
              )
              .join(words.and),
          )}
        </p>
      )}
    </>
  )
}
