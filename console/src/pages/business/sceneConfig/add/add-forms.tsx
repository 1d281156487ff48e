/**
 * Adds one camera in two steps: first connect without saving, then check its picture and name it. Failures
 * keep the input.
 */
import { useEffect, useRef, useState } from 'react'
import { useForm } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import type { BodyAt } from '#src/core/api.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import type { Camera } from '../camera/camera.ts'
import {
  connect_kinds,
  ConnectFields,
  ConnectProgress,
  useConnectIssues,
  type ConnectKind,
  type Urls,
} from '../connect/connect-kind.tsx'
import form_styles from '../connect/connect.module.css'
import { DiscardDraft } from '../connect/discard-draft.tsx'
import { NameStep } from '../connect/name-step.tsx'
import { SourceChoice, type SourceFound } from '../connect/source-choice.tsx'
import { SubmitRow } from '../connect/submit-row.tsx'
import { useTry, type Tried, type TryPath } from '../connect/use-try.ts'
import type { Found } from './add-found.tsx'
import styles from './add.module.css'

const refresh = [
  '/api/camera/list_cameras',
  '/api/camera/camera_state',
  '/api/camera/discover_cameras',
] as const
/** Default port and user name of most ONVIF cameras. */
const onvif_defaults = { onvif_port: 80, username: 'admin' }
const no_values = {}

export type TriedCamera = { readonly tried: Tried; readonly body: BodyAt<TryPath> }

/** `found`: the camera that the user picked from the network search, and `tried` with its account there. */
export function AddForm({
  kind,
  found,
  tried: tried_before,
  onAdded,
}: {
  kind: ConnectKind
  found?: Found | undefined
  tried?: TriedCamera | undefined
  onAdded: (camera: Camera) => void
}) {
  const { form } = useWords('camera')
  const paths = connect_kinds[kind]
  const trying = useTry<TryPath>(paths.try)
  const [seen, setSeen] = useState(tried_before)
  const [tried_urls, setTriedUrls] = useState<Urls>({ frame_url: '', stream_url_main: '' })
  const issues = useConnectIssues(kind, trying.error, tried_urls)
  const discard = useRef<() => void>(undefined)
  const adding = useChange<typeof paths.add>(paths.add, {
    quiet: true,
    refresh,
    done: (camera) => {
      discard.current?.()
      onAdded(camera)
    },
  })
  const values =
    kind === 'common'
      ? no_values
      : found
        ? {
            ...onvif_defaults,
            ipv4: found.ipv4,
            onvif_port: found.onvif_port,
            service_path: found.service_path ?? '',
          }
        : onvif_defaults
  async function choose({ source_token }: SourceFound) {
    if (!seen) return
    const body = { ...seen.body, source_token }
    const tried = await trying.run(body)
    if (tried) setSeen({ tried, body })
  }
  const sources = seen?.tried.sources ?? []
  const token = seen?.tried.source_token ?? ''
  return (
    <>
      <Stages at={seen ? 'seen' : 'account'} />
      <div hidden={seen !== undefined}>
        <Form<typeof paths.account>
          schema={paths.account}
          values={values}
          issues={issues}
          draft={found ? `camera-${found.endpoint}` : `camera-${kind}`}
          fresh
          onSave={async (body) => {
            if ('frame_url' in body) setTriedUrls(body)
            const tried = await trying.run(body)
            if (tried) setSeen({ tried, body })
          }}
        >
          <p className={`note below-12 ${form_styles.hint}`}>
            {kind === 'onvif' ? form.onvif_hint : form.common_hint}
          </p>
          <div className="grid gap-4">
            <ConnectFields kind={kind} />
          </div>
          <ConnectProgress kind={kind} trying={trying} error={trying.error} />
          <SubmitRow label={form.submit} />
          {tried_before && <TypedAccount body={tried_before.body} />}
          <DiscardDraft
            onReady={(undo) => {
              discard.current = undo
            }}
          />
        </Form>
      </div>
      {seen && (
        <NameStep
          key={token}
          tried={seen.tried}
          name={[
            found?.name || found?.location,
            sources.find(({ source_token }) => source_token === token)?.name,
          ]
            .filter(Boolean)
            .join(' ')
            .slice(0, 64)}
          running={adding.running || trying.running}
          error={adding.error ?? trying.error}
          choice={
            sources.length > 1 && (
              <SourceChoice
                sources={sources}
                chosen={token}
                running={adding.running || trying.running}
                onChoose={(source) => void choose(source)}
              />
            )
          }
          issues={adding.issues}
          onBack={() => setSeen(undefined)}
          onAdd={(camera_name) =>
            adding.run({ ...seen.body, ...(sources.length > 1 && { source_token: token }), camera_name })
          }
        />
      )}
    </>
  )
}

/** Enters the account that was typed beside the search, so that a user who goes back finds it. */
function TypedAccount({ body: { username, password } }: { body: TriedCamera['body'] }) {
  const { fill } = useForm()
  const once = useRef(false)
  useEffect(() => {
    if (once.current) return
    once.current = true
    fill({ username, password })
  }, [fill, username, password])
  return null
}

function Stages({ at }: { at: 'account' | 'seen' }) {
  const { stage, stages } = useWords('camera').wizard
  return (
    <ol className={`flex note gap-8 below-16 ${styles.stages}`} aria-label={stages}>
      {(['account', 'seen'] as const).map((one) => (
        <li key={one} aria-current={one === at ? 'step' : undefined}>
          {stage[one]}
        </li>
      ))}
    </ol>
  )
}
