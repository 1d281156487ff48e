/** The dashboard's cards (spec §2): application, cameras, queue, performance, run status, base info. */
import { useCall } from '#src/core/queries.ts'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { Application } from './application.tsx'
import { BaseInfo } from './base-info.tsx'
import { Performance } from './performance.tsx'
import { Queue } from './queue.tsx'
import { RunStatus } from './run-status.tsx'
import { VideoSources } from './video-sources.tsx'
import shared from './dashboard.module.css'
import styles from './health-panel.module.css'

export function HealthPanel({ id }: { id: string }) {
  const app = useCall('/api/system/app_status', {}, { every: 3_000 })
  const cameras = useCall('/api/camera/camera_state', {}, { every: 5_000 })
  const status = useCall('/api/system/system_status', {}, { every: 5_000 })
  const boot = useCall('/api/system/reboot_time', {}, { every: 60_000 })
  const info = useCall('/api/device/get_basic_info', {})
  const queue = useCall('/api/parking/event_queue', {}, { every: 5_000 })
  // An extension of the spec: on a device without this call, the application panel shows the number of
  // waiting events.
  const queued = queue.data !== undefined || !queue.isError
  return (
    <div id={id} className={styles.panel}>
      <StaleMark of={[app, cameras, status, boot, queue]} />
      <div className={styles.grid}>
        <div className={styles.major}>
          <Application query={app} queued={queued} />
        </div>
        <div className={styles.minor}>
          <VideoSources query={cameras} />
        </div>
        {queued && (
          <div className={shared.whole}>
            <Queue query={queue} />
          </div>
        )}
        <div className={styles.major}>
          <Performance query={status} />
        </div>
        <div className={styles.minor}>
          <RunStatus query={boot} />
        </div>
        <div className={shared.whole}>
          <BaseInfo query={info} />
        </div>
      </div>
    </div>
  )
}
