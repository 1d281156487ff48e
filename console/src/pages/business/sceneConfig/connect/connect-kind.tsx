/**
 * The two ways to connect to a camera, by ONVIF or by stream addresses: calls, schemas, fields and
 * progress of each. Long because each way has its calls, fields and progress.
 */
import { common_edit, common_source, onvif_account, onvif_edit } from '@parking/contract/camera/camera.ts'
import { useMemo } from 'react'
import type { Issue } from '@parking/contract/core/rules.ts'
import { camera_step, type CameraStep } from '@parking/contract/core/codes.ts'
import type { CallError } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { ServerTrust, tlsAddress } from '#src/forms/server-trust/server-trust.tsx'
import { TrustDetails } from '#src/forms/server-trust/trust-details.tsx'
import { useWords } from '#src/core/words.ts'
import { ConnectFailure } from './connect-failure.tsx'
import { connectIssues } from './connect-issues.ts'
import styles from './connect.module.css'
import { common_steps, type useTry } from './use-try.ts'

export const connect_kinds = {
  onvif: {
    try: '/api/camera/try_onvif_camera',
    add: '/api/camera/add_onvif_camera',
    update: '/api/camera/update_onvif_camera',
    account: onvif_account,
    form: onvif_edit,
  },
  common: {
    try: '/api/camera/try_common_camera',
    add: '/api/camera/add_common_camera',
    update: '/api/camera/update_common_camera',
    account: common_source,
    form: common_edit,
  },
} as const
export type ConnectKind = keyof typeof connect_kinds

export function ConnectFields({ kind }: { kind: ConnectKind }) {
  const { form } = useWords('camera')
  return (
    <>
      {kind === 'onvif' ? (
        <div className={`grid gap-12 ${styles.pair}`}>
          <Field name="ipv4" label={form.ipv4} />
          <Field name="onvif_port" label={form.onvif_port} />
        </div>
      ) : (
        <CommonAddresses />
      )}
      <Field name="username" label={form.username} />
      <Field name="password" label={form.password} />
      {kind === 'onvif' ? <OnvifTrust /> : <CommonTrust />}
      {kind === 'onvif' && <TypedStreams />}
    </>
  )
}

function CommonAddresses() {
  const { form } = useWords('camera')
  return (
    <>
      <Field name="frame_url" label={form.frame_url} hint={form.frame_hint} />
      <Field name="stream_url_main" label={form.stream_url_main} hint={form.url_hint} />
      <Field name="stream_url_sub" label={form.stream_url_sub} />
    </>
  )
}

/** Needed only if the addresses that the camera reports do not lead to its streams. */
function TypedStreams() {
  const { form, notes } = useWords('camera')
  return (
    <details className={`slim whole-row ${styles.more}`}>
      <summary className="text-14 link leading-15 pointer">{notes.streams}</summary>
      <p className={`note below-12 ${styles.hint}`}>{notes.streams_hint}</p>
      <Field name="stream_url_main" label={form.stream_url_main} />
      <Field name="stream_url_sub" label={form.stream_url_sub} />
    </details>
  )
}

/** Needed only for a camera that is to be queried over HTTPS. */
function OnvifTrust() {
  const words = useWords('server_trust')
  const [host, port] = [useFieldValue('ipv4'), useFieldValue('onvif_port')]
  const address = host === '' ? '' : `https://${host}:${port}`
  return <TrustDetails summary={words.camera} address={address} help={words.camera_help} />
}

/** Shown only if an address uses TLS or a trust is set. */
function CommonTrust() {
  const addresses = [
    useFieldValue('frame_url'),
    useFieldValue('stream_url_main'),
    useFieldValue('stream_url_sub'),
  ]
  const address = addresses.map(tlsAddress).find((one) => one !== '') ?? ''
  const unset = useFieldValue('server_trust') === ''
  return address === '' && unset ? null : <ServerTrust address={address} />
}

/** The progress of the connection test, then its failure. */
export function ConnectProgress({
  kind,
  trying,
  error,
}: {
  kind: ConnectKind
  trying: Pick<ReturnType<typeof useTry>, 'running' | 'passed'>
  error: CallError | undefined
}) {
  const { form } = useWords('camera')
  const failure = trying.running ? undefined : error
  if (kind === 'onvif')
    return (
      <>
        <TrySteps running={trying.running} passed={trying.passed} />
        <ConnectFailure error={failure} />
      </>
    )
  return (
    <>
      <p className={`note below-12 ${styles.hint}`} role="status">
        {trying.running ? form.connecting : ''}
      </p>
      <ConnectFailure error={failure} steps={common_steps} />
    </>
  )
}

export type Urls = { frame_url: string; stream_url_main: string }

/** `tried`: the addresses of the last test, which determine the field that a failed step is assigned to. */
export function useConnectIssues(
  kind: ConnectKind,
  error: CallError | undefined,
  tried: Urls,
): readonly Issue[] {
  return useMemo(() => connectIssues(error, kind === 'onvif' ? undefined : tried), [kind, error, tried])
}

/** The steps of a connection test in progress: passed, current, pending. */
function TrySteps({ running, passed }: { running: boolean; passed: readonly CameraStep[] }) {
  const words = useWords('camera')
  const steps = useWords('codes').camera_step
  const now = camera_step.find((step) => !passed.includes(step)) ?? 'picture'
  return (
    <div className={styles.trying} data-running={running}>
      <p role="status">{running ? words.wizard.now(steps[now]) : ''}</p>
      {running && (
        <ol className={`flex wrap above-8 ${styles.steps}`} aria-label={words.wizard.steps}>
          {camera_step.map((step) => (
            <li key={step} data-state={passed.includes(step) ? 'passed' : step === now ? 'now' : 'untried'}>
              {steps[step]}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
