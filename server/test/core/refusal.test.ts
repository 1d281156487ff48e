/** Every error of a port has one answer on the wire (spec §8). */
import { code } from '@parking/contract'
import { expect, test } from 'vitest'
import { asRefusal, notFound } from '#src/core/refusal.ts'
import { AppError } from '#src/ports/app-port.ts'
import { CameraError, PtzError } from '#src/ports/camera-port.ts'
import { StorageError } from '#src/ports/storage-port.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { ClipError } from '#src/ports/video-port.ts'

test.for([
  [new CameraError('signin', 'no'), code.failed, { step: 'signin' }],
  [new PtzError('ptz_silent', 'no'), code.failed, { reason: 'ptz_silent' }],
  [new SystemError('not_permitted', 'no'), code.failed, { reason: 'not_permitted' }],
  [
    new SystemError('disk_full', 'no', 'E: no space'),
    code.failed,
    { reason: 'disk_full', detail: 'E: no space' },
  ],
  [new SystemError('locked', 'no'), code.busy, { reason: 'locked' }],
  [new AppError('no'), code.failed, undefined],
  [new ClipError('too_busy', 'no'), code.failed, undefined],
  [new StorageError('write', 'denied'), code.failed, undefined],
] as const)('%s is answered with %i', ([error, answered, data]) => {
  const refusal = asRefusal(error)
  expect(refusal).toMatchObject({ code: answered, message: error.message })
  expect(refusal?.data).toEqual(data)
})

test('the output of a program is cut after 500 characters', () =>
  expect(asRefusal(new SystemError('program_failed', 'no', 'x'.repeat(600)))?.data?.detail).toHaveLength(500))

test('a refusal stays unchanged, and any other error is not a refusal', () => {
  const refusal = notFound('The camera')
  expect(asRefusal(refusal)).toBe(refusal)
  expect(asRefusal(new Error('no'))).toBeUndefined()
})
