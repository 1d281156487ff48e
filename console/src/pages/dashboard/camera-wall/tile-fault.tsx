/** The fault of a camera, over its picture: the cause, since when, and what can be done about it. */
import { Link } from 'react-router'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { Button } from '#src/ui/button/button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { isAway, type WallCamera } from './wall-data.ts'
import styles from './tile-fault.module.css'

export function TileFault({ camera, stopped_at }: { camera: WallCamera; stopped_at: string }) {
  const words = useWords('home')
  const codes = useWords('codes')
  const may_work = useMayWork()
  const again = useChange('/api/camera/snapshot', { refresh: ['/api/camera/camera_wall'] })
  const away = isAway(camera)
  const causes = away
    ? [camera.state_reason === '' ? codes.camera_state.offline : words.camera_reason[camera.state_reason]]
    : [
        ...(camera.picture_health ? [codes.picture_health[camera.picture_health]] : []),
        ...camera.alarms.map(({ kind }) => codes.alarm_kind[kind]),
      ]
  const cause = [...new Set(causes)].join('，')

  async function reconnect() {
    if (await again.run({ camera_sn: camera.camera_sn })) toast.success(words.reconnected(camera.camera_name))
  }

  if (!away) return <span className={styles.badge}>{cause}</span>
  return (
    <div className={styles.says} role="status">
      <p>
        <b>{cause}</b>
        {stopped_at !== '' && <span>{words.stopped_at(stopped_at)}</span>}
      </p>
      <span className={styles.acts}>
        <Link className="button" to="/system/operation">
          {words.diagnose}
        </Link>
        {may_work && (
          <Button pending={again.running} onClick={() => void reconnect()}>
            {again.running ? words.reconnecting : words.reconnect}
          </Button>
        )}
      </span>
    </div>
  )
}
