/** Every failure of a try marks the field that its sentence names, and no other one. */
import { expect, test } from 'vitest'
import { failure_reason, type CameraStep, type FailureReason } from '@parking/contract/core/codes.ts'
import { connectIssues, type TypedUrls } from '#src/pages/business/sceneConfig/connect/connect-issues.ts'

const marked = (step: CameraStep, reason: FailureReason | undefined, typed: TypedUrls) =>
  connectIssues({ issues: [], data: { step, ...(reason && { reason }) } }, typed).map(
    ({ field, issue }) => `${field}: ${issue}`,
  )
const [frame_url, stream_url_main] = ['http://192.0.2.1/a.jpg', 'rtsp://192.0.2.1/main']
const both = { frame_url, stream_url_main }
const one = { frame_url: '', stream_url_main }
const film = { frame_url: '', stream_url_main: 'http://192.0.2.1/film' }

test.each<[CameraStep, FailureReason | undefined, TypedUrls, string | undefined]>([
  ['reach', undefined, undefined, 'ipv4: unreachable'],
  ['reach', undefined, one, 'stream_url_main: unreachable'],
  ['reach', undefined, both, undefined],
  ['port', undefined, undefined, 'onvif_port: no_answer'],
  ['port', undefined, { frame_url, stream_url_main: '' }, 'frame_url: no_answer'],
  ['port', 'not_onvif', undefined, 'onvif_port: not_onvif'],
  ['port', 'http_error', undefined, 'onvif_port: not_onvif'],
  ['port', 'redirected', undefined, undefined],
  ['port', 'cut_short', undefined, undefined],
  ['port', 'https_alone', undefined, 'server_trust: server_trust'],
  ['port', 'https_alone', both, 'frame_url: https_alone'],
  ['port', 'https_alone', film, 'stream_url_main: https_alone'],
  ['port', 'https_alone', { ...film, frame_url }, undefined],
  ['port', 'tls_self_signed', undefined, 'server_trust: server_trust'],
  ['port', 'tls_client_certificate', undefined, undefined],
  ['signin', undefined, undefined, 'password: signin_refused'],
  ['signin', undefined, both, 'password: signin_refused'],
  ['signin', 'account_locked', undefined, undefined],
  ['signin', 'clock_far', undefined, undefined],
  ['profile', 'source_gone', undefined, undefined],
  ['profile', 'http_error', undefined, undefined],
  ['stream', undefined, undefined, undefined],
  ['stream', undefined, one, 'stream_url_main: no_stream'],
  ['stream', 'not_jpeg', film, 'stream_url_main: no_stream'],
  ['stream', 'session_limit', one, undefined],
  ['picture', undefined, both, 'frame_url: no_picture'],
  ['picture', 'http_error', both, 'frame_url: no_picture'],
  ['picture', 'not_jpeg', both, 'frame_url: no_picture'],
  ['picture', 'http_error', undefined, undefined],
  ['picture', 'picture_damaged', both, undefined],
])('%s %s', (step, reason, typed, shown) => {
  expect(marked(step, reason, typed)).toEqual(shown === undefined ? [] : [shown])
})

test('what the device names itself comes first, and no reason marks two fields', () => {
  const issues = [{ field: 'ipv4', issue: 'url_forbidden' }] as const
  expect(connectIssues({ issues, data: { step: 'port' } }, undefined)).toBe(issues)
  expect(connectIssues(undefined, undefined)).toEqual([])
  for (const reason of failure_reason)
    for (const typed of [undefined, both, one, film])
      expect(marked('port', reason, typed).length).toBeLessThanOrEqual(1)
})
