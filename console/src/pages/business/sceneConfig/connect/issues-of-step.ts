/** Turns a failed step into an issue of the form field that most likely caused it. */
import type { CameraStep } from '@parking/contract/core/codes.ts'
import type { Issue, IssueKind } from '@parking/contract/core/rules.ts'
import type { CallError } from '#src/core/api.ts'
import { reasonIn } from '#src/core/errors.ts'
import { stepIn } from '#src/lib/camera-step.ts'

const kinds: Readonly<Partial<Record<CameraStep, IssueKind>>> = {
  reach: 'unreachable',
  port: 'no_answer',
  signin: 'signin_refused',
  stream: 'no_stream',
  picture: 'no_picture',
}

/** Issues reported by the device take precedence. `fields`: the form field of each step. */
export function issuesOfStep(
  error: CallError | undefined,
  fields: Readonly<Partial<Record<CameraStep, string>>>,
): readonly Issue[] {
  if (!error || error.issues.length > 0) return error?.issues ?? none
  // A TLS error is fixed with the camera's trust, not with its port.
  if (reasonIn(error.data)?.startsWith('tls_')) return not_trusted
  const step = stepIn(error.data)
  const [field, issue] = [step && fields[step], step && kinds[step]]
  return field && issue ? [{ field, issue }] : none
}

const none: readonly Issue[] = []
const not_trusted: readonly Issue[] = [{ field: 'server_trust', issue: 'server_trust' }]

export const onvif_fields = { reach: 'ipv4', port: 'onvif_port', signin: 'password' } as const

/** With two addresses, it is unknown which one could not be reached. */
export function commonFields({
  frame_url,
  stream_url_main,
}: {
  frame_url: string
  stream_url_main: string
}): Partial<Record<CameraStep, string>> {
  const only = frame_url === '' ? 'stream_url_main' : stream_url_main === '' ? 'frame_url' : undefined
  return {
    signin: 'password',
    stream: 'stream_url_main',
    picture: 'frame_url',
    ...(only && { reach: only, port: only }),
  }
}
