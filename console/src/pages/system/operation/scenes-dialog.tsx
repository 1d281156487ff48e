/**
 * Restores only the scenes of a snapshot: shows what it contains, what it replaces, and what stays as it is.
 */
import { business_mode } from '@parking/contract/core/codes.ts'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'

type Held = AnswerAt<'/api/parking/snapshot_scenes'>

export function ScenesDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const words = useWords('operation')
  const text = words.snapshots.scenes
  const query = useCall('/api/parking/snapshot_scenes', { name }, { every: 5_000 })
  const restoring = useChange('/api/parking/restore_scenes', {
    quiet: true,
    refresh: [
      '/api/parking/get_business_mode',
      '/api/camera/list_cameras',
      '/api/camera/get_scenes',
      '/api/camera/get_all_lots_no',
      '/api/system/list_snapshots',
    ],
  })
  const held = query.data
  const nothing = held === undefined || held.scene_num === 0

  async function go() {
    // Scenes that the dialog has not shown are not replaced: the device refuses, and the dialog then shows
    // them.
    const replace = held !== undefined && held.now.scene_num > 0
    const done = await restoring.run({ name, ...(replace && { replace }) })
    if (!done) return void query.refetch()
    toast.success(text.done(done.scene_num, done.lot_num))
    onClose()
  }
  return (
    <Dialog
      title={text.dialog}
      role="alertdialog"
      onClose={onClose}
      dismissable={!restoring.running}
      footer={
        <>
          <Button data-autofocus disabled={restoring.running} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            variant={held && held.now.scene_num > 0 ? 'danger' : 'primary'}
            disabled={nothing}
            pending={restoring.running}
            onClick={() => void go()}
          >
            {text.go}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Loaded query={query} rows={3} failed={text.failed}>
          {(data) => <HeldScenes held={data} />}
        </Loaded>
        {restoring.error && (
          <p className="pad-10-12 bad anywhere round-6 on-bad" role="alert">
            {failureText(text.failed_go, restoring.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function HeldScenes({ held }: { held: Held }) {
  const text = useWords('operation').snapshots.scenes
  const codes = useWords('codes').business_mode
  const nameOf = (mode: Held['business_mode']) =>
    codes[mode === business_mode.high_position_car ? 'high_position_car' : 'high_position_motorcycle']
  return (
    <>
      <Facts>
        <Fact name={text.holds}>{text.count(held.scene_num, held.lot_num)}</Fact>
        <Fact name={text.now}>{text.count(held.now.scene_num, held.now.lot_num)}</Fact>
      </Facts>
      <ul className="listed">
        {held.scene_num === 0 && <li>{text.none}</li>}
        {held.gone.length > 0 && <li>{text.gone(held.gone.join('、'))}</li>}
        {held.scene_num > 0 && held.now.scene_num > 0 && <li>{text.replaces}</li>}
        {held.scene_num > 0 && held.business_mode !== held.now.business_mode && (
          <li>{text.mode(nameOf(held.now.business_mode), nameOf(held.business_mode))}</li>
        )}
        {held.scene_num > 0 && <li>{text.rest}</li>}
      </ul>
    </>
  )
}
