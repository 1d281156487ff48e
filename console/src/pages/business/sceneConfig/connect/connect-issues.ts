/** The field of the form that a failed connection to a camera is about. */
import type { CameraStep } from '@parking/contract/core/codes.ts'
import type { Issue, IssueKind } from '@parking/contract/core/rules.ts'
import { reasonIn } from '#src/core/errors.ts'
import { stepIn } from '#src/lib/camera-step.ts'

/** The addresses of the last test; undefined for a camera by ONVIF, whose addresses are not typed. */
export type TypedUrls = { frame_url: string; stream_url_main: string } | undefined
type Failure = { issues: readonly Issue[]; data: unknown }
type Marked = readonly [field: string, issue: IssueKind]

/** Issues that the device reports take precedence. A failure that is of no field marks none. */
export function connectIssues(error: Failure | undefined, typed: TypedUrls): readonly Issue[] {
  if (!error || error.issues.length > 0) return error?.issues ?? none
  const [step, reason] = [stepIn(error.data), reasonIn(error.data)]
  const marked = reason === undefined ? byStep(step, typed) : step && byReason(reason, step, typed)
  return marked ? [{ field: marked[0], issue: marked[1] }] : none
}
const none: readonly Issue[] = []

function byStep(step: CameraStep | undefined, typed: TypedUrls): Marked | undefined {
  const one = onlyOf(typed)
  if (step === 'signin') return ['password', 'signin_refused']
  if (step === 'reach') return mark(typed ? one : 'ipv4', 'unreachable')
  if (step === 'port') return mark(typed ? one : 'onvif_port', 'no_answer')
  if (step === 'stream' && typed) return ['stream_url_main', 'no_stream']
  return step === 'picture' && typed ? ['frame_url', 'no_picture'] : undefined
}

/** Something answered: a field is marked only if what answered shows what is wrong with it. */
function byReason(reason: string, step: CameraStep, typed: TypedUrls): Marked | undefined {
  // The camera wants to know the device: no field of the form says that.
  if (reason === 'tls_client_certificate') return undefined
  if (reason.startsWith('tls_')) return ['server_trust', 'server_trust']
  if (reason === 'https_alone')
    return typed ? mark(plainOf(typed), 'https_alone') : ['server_trust', 'server_trust']
  if (!['not_onvif', 'http_error', 'not_jpeg', 'redirected'].includes(reason)) return undefined
  if (!typed) return step === 'port' && reason !== 'redirected' ? ['onvif_port', 'not_onvif'] : undefined
  return step === 'stream' || step === 'picture' ? byStep(step, typed) : undefined
}

const mark = (field: string | undefined, issue: IssueKind): Marked | undefined =>
  field === undefined ? undefined : [field, issue]

/** With two addresses, it is unknown which one could not be reached. */
const onlyOf = (typed: TypedUrls): string | undefined =>
  typed?.frame_url === '' ? 'stream_url_main' : typed?.stream_url_main === '' ? 'frame_url' : undefined

/** The one address over HTTP without encryption; undefined if both are. */
function plainOf(typed: NonNullable<TypedUrls>): string | undefined {
  const fields = (['frame_url', 'stream_url_main'] as const).filter((field) => /^http:/i.test(typed[field]))
  return fields.length === 1 ? fields[0] : undefined
}
