/** A step that failed, as a complaint about the field that it most likely is about. */
import type { CameraStep } from '@parking/contract/core/codes.ts'
import type { Issue, IssueKind } from '@parking/contract/core/rules.ts'
import type { CallError } from '#src/api.ts'
import { stepIn } from '#src/lib/camera-step.ts'

const kinds: Readonly<Partial<Record<CameraStep, IssueKind>>> = {
  reach: 'unreachable',
  port: 'no_answer',
  signin: 'signin_refused',
  stream: 'no_stream',
  picture: 'no_picture',
}

/** What the device said of the fields itself goes first. `fields`: which of the form's each step is about. */
export function complaintsOf(
  error: CallError | undefined,
  fields: Readonly<Partial<Record<CameraStep, string>>>,
): readonly Issue[] {
  if (!error || error.issues.length > 0) return error?.issues ?? none
  const step = stepIn(error.data)
  const [field, issue] = [step && fields[step], step && kinds[step]]
  return field && issue ? [{ field, issue }] : none
}

const none: readonly Issue[] = []

export const onvif_fields = { reach: 'ipv4', port: 'onvif_port', signin: 'password' } as const

/** Where a camera has two addresses, nobody knows at which of them a connection failed. */
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
