/** Chooses the camera and lot of the preview. Both are in the URL. */
import { camera_state, wordOf } from '@parking/contract/core/codes.ts'
import { useId } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import styles from './evidence-preview.module.css'
import type { EvidencePreview } from './use-evidence-preview.ts'

export function PreviewChoice({
  cameras,
  drawn,
}: {
  cameras: AnswerAt<'/api/camera/list_cameras'>['list']
  drawn: EvidencePreview | undefined
}) {
  const [words, codes, id] = [useWords('evidence').preview, useWords('codes'), useId()]
  const { search, change } = useUrlState()
  const lots = useCall('/api/camera/get_all_lots_no', {}).data?.list
  const camera_sn = search.get('camera') ?? drawn?.camera_sn ?? ''
  const lot_no = search.get('lot') ?? drawn?.lot_no ?? ''
  const mine = lots?.filter((lot) => lot.camera_sn === camera_sn) ?? []
  return (
    <div className={`grid middle text-13 ink-2 ${styles.choice}`}>
      <label htmlFor={`${id}-camera`}>{words.camera}</label>
      <select
        id={`${id}-camera`}
        className="input"
        value={camera_sn}
        onChange={(event) => change({ camera: event.currentTarget.value, lot: undefined }, { replace: true })}
      >
        {!cameras.some((camera) => camera.camera_sn === camera_sn) && (
          <option value={camera_sn}>{words.first_camera}</option>
        )}
        {cameras.map((camera) => (
          <option key={camera.camera_sn} value={camera.camera_sn}>
            {camera.camera_name}
            {camera.state === camera_state.online
              ? ''
              : words.camera_not_online(codes.camera_state[wordOf(camera_state, camera.state) ?? 'offline'])}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-lot`}>{words.lot}</label>
      <select
        id={`${id}-lot`}
        className="input"
        value={lot_no}
        disabled={mine.length === 0}
        onChange={(event) => change({ camera: camera_sn, lot: event.currentTarget.value }, { replace: true })}
      >
        {!mine.some((lot) => lot.lot_no === lot_no) && (
          <option value={lot_no}>{mine.length === 0 ? '—' : words.first_lot}</option>
        )}
        {mine.map((lot) => (
          <option key={lot.lot_no} value={lot.lot_no}>
            {lot.lot_no}
          </option>
        ))}
      </select>
    </div>
  )
}
