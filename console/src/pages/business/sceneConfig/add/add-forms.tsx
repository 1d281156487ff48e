/** Adding one camera in two steps: connect, with nothing kept, then look at its picture and name it. What is typed stays through every failure. */
import { common_source, onvif_account } from '@parking/contract/camera/camera.ts'
import { useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { Field } from '#src/forms/field.tsx'
import { Form } from '#src/forms/form.tsx'
import { useChange } from '#src/queries.ts'
import { useWords } from '#src/words.ts'
import type { Found } from './add-found.tsx'
import styles from './add.module.css'
import form_styles from '../connect/connect.module.css'
import type { Camera } from '../camera/camera.ts'
import { Failure } from '../connect/connect-failure.tsx'
import { commonFields, complaintsOf, onvif_fields } from '../connect/issues-of-step.ts'
import { Forget } from '../connect/discard-draft.tsx'
import { SeenStep } from '../connect/name-step.tsx'
import { Submit } from '../connect/submit-row.tsx'
import { TrySteps } from '../connect/try-steps.tsx'
import { common_steps, useTry, type Tried } from '../connect/use-try.ts'

const refresh = [
  '/api/camera/list_cameras',
  '/api/camera/camera_state',
  '/api/camera/discover_cameras',
] as const
/** The port that ONVIF cameras come with. */
const onvif_start = { onvif_port: 80, username: 'admin' }

const nothing_yet = {}

type Seen<Body> = { readonly tried: Tried; readonly body: Body }

/** `found`: picked from those that answered on the network. */
export function OnvifWizard({
  found,
  onAdded,
}: {
  found: Found | undefined
  onAdded: (camera: Camera) => void
}) {
  const { form } = useWords('camera')
  const trying = useTry('/api/camera/try_onvif_camera')
  const [seen, setSeen] = useState<Seen<z.output<typeof onvif_account>>>()
  const forget = useRef<() => void>(undefined)
  const adding = useChange('/api/camera/add_onvif_camera', {
    quiet: true,
    refresh,
    done: (camera) => {
      forget.current?.()
      onAdded(camera)
    },
  })
  const issues = useMemo(() => complaintsOf(trying.error, onvif_fields), [trying.error])
  const values = found ? { ...onvif_start, ipv4: found.ipv4, onvif_port: found.onvif_port } : onvif_start
  return (
    <>
      <Stages at={seen ? 'seen' : 'account'} />
      <div hidden={seen !== undefined}>
        <Form
          schema={onvif_account}
          values={values}
          issues={issues}
          draft={found ? `camera-${found.endpoint}` : 'camera-onvif'}
          fresh
          onSave={async (body) => {
            const tried = await trying.run(body)
            if (tried) setSeen({ tried, body })
          }}
        >
          <p className={form_styles.hint}>{form.onvif_hint}</p>
          <div className={form_styles.fields}>
            <div className={form_styles.pair}>
              <Field name="ipv4" label={form.ipv4} />
              <Field name="onvif_port" label={form.onvif_port} />
            </div>
            <Field name="username" label={form.username} />
            <Field name="password" label={form.password} />
          </div>
          <TrySteps running={trying.running} passed={trying.passed} />
          <Failure error={trying.running ? undefined : trying.error} />
          <Submit label={form.submit} />
          <Forget
            onReady={(undo) => {
              forget.current = undo
            }}
          />
        </Form>
      </div>
      {seen && (
        <SeenStep
          tried={seen.tried}
          name={found?.name || found?.location || ''}
          running={adding.running}
          error={adding.error}
          issues={adding.issues}
          onBack={() => setSeen(undefined)}
          onAdd={(camera_name) => adding.run({ ...seen.body, camera_name })}
        />
      )}
    </>
  )
}

export function CommonWizard({ onAdded }: { onAdded: (camera: Camera) => void }) {
  const { form } = useWords('camera')
  const trying = useTry('/api/camera/try_common_camera')
  const [seen, setSeen] = useState<Seen<z.output<typeof common_source>>>()
  const [tried_for, setTriedFor] = useState({ frame_url: '', stream_url_main: '' })
  const issues = useMemo(() => complaintsOf(trying.error, commonFields(tried_for)), [trying.error, tried_for])
  const forget = useRef<() => void>(undefined)
  const adding = useChange('/api/camera/add_common_camera', {
    quiet: true,
    refresh,
    done: (camera) => {
      forget.current?.()
      onAdded(camera)
    },
  })
  return (
    <>
      <Stages at={seen ? 'seen' : 'account'} />
      <div hidden={seen !== undefined}>
        <Form
          schema={common_source}
          values={nothing_yet}
          issues={issues}
          draft="camera-common"
          fresh
          onSave={async (body) => {
            setTriedFor(body)
            const tried = await trying.run(body)
            if (tried) setSeen({ tried, body })
          }}
        >
          <p className={form_styles.hint}>{form.common_hint}</p>
          <div className={form_styles.fields}>
            <Field name="frame_url" label={form.frame_url} hint={form.frame_hint} />
            <Field name="stream_url_main" label={form.stream_url_main} hint={form.url_hint} />
            <Field name="stream_url_sub" label={form.stream_url_sub} />
            <Field name="username" label={form.username} />
            <Field name="password" label={form.password} />
          </div>
          <p className={form_styles.hint} role="status">
            {trying.running ? form.connecting : ''}
          </p>
          <Failure error={trying.running ? undefined : trying.error} steps={common_steps} />
          <Submit label={form.submit} />
          <Forget
            onReady={(undo) => {
              forget.current = undo
            }}
          />
        </Form>
      </div>
      {seen && (
        <SeenStep
          tried={seen.tried}
          name=""
          running={adding.running}
          error={adding.error}
          issues={adding.issues}
          onBack={() => setSeen(undefined)}
          onAdd={(camera_name) => adding.run({ ...seen.body, camera_name })}
        />
      )}
    </>
  )
}

function Stages({ at }: { at: 'account' | 'seen' }) {
  const { stage, stages } = useWords('camera').wizard
  return (
    <ol className={styles.stages} aria-label={stages}>
      {(['account', 'seen'] as const).map((one) => (
        <li key={one} aria-current={one === at ? 'step' : undefined}>
          {stage[one]}
        </li>
      ))}
    </ol>
  )
}
