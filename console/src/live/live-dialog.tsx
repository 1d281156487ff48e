/** The live view of a camera in a dialog, with its PTZ controls. */
import { useMayWork } from '#src/forms/use-may.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useWords } from '#src/core/words.ts'
import { PtzPad } from '#src/ptz/ptz-pad.tsx'
import { LiveStage } from './live-stage.tsx'
import { useLiveView } from './live-views.ts'
import styles from './live-stage.module.css'

type LiveCamera = { camera_sn: string; camera_name: string; ptz_supported: boolean; scene_num: number }

export function LiveDialog({ camera, onClose }: { camera: LiveCamera; onClose: () => void }) {
  const words = useWords('camera')
  useLiveView()
  const may_work = useMayWork()
  const turns = camera.ptz_supported && may_work
  return (
    <Dialog title={words.live.title(camera.camera_name)} width="full" onClose={onClose}>
      <div className={styles.beside} data-motor={turns}>
        <LiveStage camera={camera} />
        {turns && <PtzPad camera={camera} />}
      </div>
    </Dialog>
  )
}
