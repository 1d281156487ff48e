/** How a camera's account is spared after refusals, without a camera. */
import { expect, test } from 'vitest'
import { SignInRests } from '#src/camera/sign-in-rests.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import { cameraRow } from '../camera-row.ts'

const row = cameraRow({ camera_sn: 'SN-1', username: 'admin', password: 'sealed-1' })
const refused = () => new CameraError('signin', 'refused')

/** A program that asks each five seconds for an hour: the seconds at which it was refused. */
function refusedAt(): number[] {
  let now_ms = 0
  const rests = new SignInRests(() => now_ms)
  const asked: number[] = []
  for (; now_ms < 3_600_000; now_ms += 5_000)
    try {
      rests.check(row)
      asked.push(now_ms / 1000)
      rests.report(row, refused())
    } catch (error) {
      rests.report(row, error as CameraError) // the refusal that is known is none more
    }
  return asked
}

test('a wrong password is tried eleven times in an hour, five times in the first five minutes', () => {
  expect(refusedAt()).toEqual([0, 5, 10, 40, 130, 400, 1000, 1600, 2200, 2800, 3400])
})

test('the rest ends when a sign-in is accepted, and when the camera is stored again', () => {
  const rests = new SignInRests(() => 0)
  const refuse = (times: number) => Array.from({ length: times }, () => rests.report(row, refused()))
  refuse(2)
  expect(() => rests.check(row)).not.toThrow()
  refuse(1)
  expect(() => rests.check(row)).toThrow('refused')
  expect(() => rests.check({ ...row, password: 'sealed-2' })).not.toThrow()
  expect(() => rests.check({ ...row, camera_sn: 'SN-2' })).not.toThrow()
  rests.report(row)
  expect(() => rests.check(row)).not.toThrow()
  rests.report(row, new CameraError('picture', 'no JPEG'))
  refuse(2)
  expect(() => rests.check(row)).not.toThrow()
})
