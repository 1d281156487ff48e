/** Where the remedy of an alarm is. */
import { event_status, log_type } from '@parking/contract/core/codes.ts'
import { helpOf, type Row } from './alarm-text.ts'

/** The kinds whose place only administrators may open (routes.tsx). */
export const admin_kinds: readonly Row['kind'][] = ['certificate', 'model']

/** The address of the very camera, setting or list that the alarm is about. */
export function placeOf(row: Pick<Row, 'kind' | 'subject' | 'facts'>): string {
  const camera = encodeURIComponent(row.subject)
  switch (helpOf(row)) {
    case 'camera_down':
    case 'camera_frozen':
    case 'camera_unseen':
      return `/business/sceneConfig?camera_sn=${camera}`
    case 'camera_moved':
      return `/business/sceneConfig/scene?camera_sn=${camera}`
    case 'camera_dark':
      return `/dashboard?camera=${camera}`
    case 'camera_clock':
    case 'clock':
      return '/device/time'
    case 'disk':
    case 'unsent':
      return '/device/storage'
    case 'refused':
      return `/business/data/parking?status=${event_status.send_failed}`
    case 'sign_in':
      return `/system/log?${new URLSearchParams({
        type: String(log_type.user),
        ...(row.facts['address'] && { text: String(row.facts['address']) }),
      })}`
    case 'analysis':
      return '/dashboard?health=open'
    case 'overload':
      return '/business/params?field=track_step'
    case 'queue':
    case 'platform':
      return '/business/params?tab=platform'
    case 'storage':
      return '/business/params?tab=storage'
    case 'mqtt':
      return '/business/params?tab=mqtt'
    case 'certificate':
      return '/system/certificate'
    case 'model':
      return '/system/models'
    case 'upgrade':
      return '/system/application'
    case 'data_file':
      return '/system/operation?tab=diagnose'
  }
}
