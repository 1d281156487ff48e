/** The two forms, over the schemas of the contract. */
import { common_form, onvif_form } from '@parking/contract/camera.ts'
import { Field } from '../../../forms/field.tsx'
import { Form } from '../../../forms/form.tsx'
import { SaveBar } from '../../../forms/save-bar.tsx'
import { useChange } from '../../../queries.ts'
import { useWords } from '../../../words.ts'
import styles from './add.module.css'
import type { Camera } from './camera-card.tsx'
import { Failure } from './failure.tsx'

const refresh = ['/api/camera/list_cameras', '/api/camera/camera_state'] as const
/** The port that ONVIF cameras come with. */
const onvif_start = { onvif_port: 80, username: 'admin' }

export function OnvifForm({ onAdded }: { onAdded: (camera: Camera) => void }) {
  const words = useWords('camera').form
  const change = useChange('/api/camera/add_onvif_camera', { refresh, done: onAdded })
  return (
    <Form schema={onvif_form} values={onvif_start} onSave={change.run} issues={change.issues} draft="camera-onvif" fresh>
      <p className={styles.hint}>{words.onvif_hint}</p>
      <div className={styles.fields}>
        <Field name="camera_name" label={words.camera_name} hint={words.name_hint} />
        <div className={styles.pair}>
          <Field name="ipv4" label={words.ipv4} />
          <Field name="onvif_port" label={words.onvif_port} />
        </div>
        <Field name="username" label={words.username} />
        <Field name="password" label={words.password} />
      </div>
      <Connecting running={change.running} />
      <Failure error={change.error} />
      <div className={styles.end}>
        <SaveBar label={words.submit} />
      </div>
    </Form>
  )
}

export function CommonForm({ onAdded }: { onAdded: (camera: Camera) => void }) {
  const words = useWords('camera').form
  const change = useChange('/api/camera/add_common_camera', { refresh, done: onAdded })
  return (
    <Form schema={common_form} values={{}} onSave={change.run} issues={change.issues} draft="camera-common" fresh>
      <p className={styles.hint}>{words.common_hint}</p>
      <div className={styles.fields}>
        <Field name="camera_name" label={words.camera_name} hint={words.name_hint} />
        <Field name="frame_url" label={words.frame_url} hint={words.frame_hint} />
        <Field name="stream_url_main" label={words.stream_url_main} hint={words.url_hint} />
        <Field name="stream_url_sub" label={words.stream_url_sub} />
        <Field name="username" label={words.username} />
        <Field name="password" label={words.password} />
      </div>
      <Connecting running={change.running} />
      <Failure error={change.error} />
      <div className={styles.end}>
        <SaveBar label={words.submit} />
      </div>
    </Form>
  )
}

function Connecting({ running }: { running: boolean }) {
  const words = useWords('camera').form
  return <p className={styles.hint} role="status">{running ? words.connecting : ''}</p>
}
