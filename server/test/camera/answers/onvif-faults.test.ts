/** What the words of a fault mean, and that a locked account is left alone. */
import { expect, onTestFinished, test } from 'vitest'
import { onvifCameras } from '#src/adapters/camera/onvif-camera.ts'
import { faultKind, type FaultKind } from '#src/adapters/camera/onvif-fault.ts'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { inOwnWords } from '@parking/sim/peers/camera/quirks/device.ts'
import { plainJpeg } from '../../plain-jpeg.ts'

const faults: Record<FaultKind, readonly string[]> = {
  not_authorised: [
    'Access denied',
    'Account does not exist',
    'An error was discovered processing the <wsse:Security> header',
    'Auth fail',
    'Authentication required',
    'Authorization failed',
    'Bad credentials',
    'Digest mismatch',
    'Incorrect credentials',
    'Invalid nonce',
    'Invalid user name/password',
    'No permission',
    'Not logged in',
    'Password error',
    'Please login first',
    'Sender not Authorized',
    'The security token could not be authenticated or authorized',
    'The username or password is incorrect',
    'unknown user',
    'User not exist',
    'UserName or Password Error!',
    '密码错误',
    '用户不存在',
    '鉴权失败',
    '身份验证失败',
    '未授权',
    '没有权限',
    '拒绝访问',
    '请先登录',
    '使用者名稱或密碼錯誤',
    '帳號或密碼錯誤',
    '密碼不正確',
    '登入失敗',
    '權限不足',
    '拒絕存取',
    // A lock is near, and has not come.
    'Invalid username or password! You still have 3 attempts before the account is locked.',
    'password error, the user will be locked after 4 more attempts',
    '密码错误，还可以尝试3次，之后账号将被锁定',
    '密碼錯誤，再錯2次帳號將被鎖定',
  ],
  locked: [
    'The account has been locked',
    'User is locked!',
    'ter:UserLocked',
    'locked',
    'Account locked out after 5 attempts',
    'IP has been blocked',
    'account temporarily disabled',
    'disabled for 30 minutes',
    'Please try again after 5 minutes',
    'too many login failures',
    'Exceeded maximum number of login attempts',
    'You still have 0 attempt(s)',
    '用户已被锁定',
    '帐户被锁定，请30分钟后再试',
    '密码错误次数过多，请稍后再试',
    '帐号被冻结',
    '帳號已鎖定',
    '使用者已鎖定',
    '登入錯誤次數過多',
  ],
  fault: [
    'Optional Action Not Implemented',
    'The requested profile token does not exist',
    'The requested operation is not permitted by the device',
    'The PTZ unit is locked by another client session',
    'Invalid Args',
    'System is busy, please try again later',
    'Maximum number of users reached',
    '参数验证失败',
    '設備忙碌，請稍後再試',
  ],
}

test.each(Object.entries(faults) as [FaultKind, string[]][])('%s', (kind, words) => {
  for (const text of words)
    expect([
      text,
      faultKind({ Code: { Value: 's:Sender' }, Reason: { Text: { '#text': text, '@lang': 'en' } } }),
    ]).toEqual([text, kind])
})

test('a locked account is asked nothing more for a while, by no part of the device', async () => {
  const camera = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password: 'Street#2026',
    frame: () => plainJpeg(64, 48),
    wire: { send: inOwnWords('User locked') },
  })
  onTestFinished(camera.stop)
  const address = { ipv4: '127.0.0.1', onvif_port: camera.port, username: 'admin', password: 'wrong' }
  const asked = () => Object.values(camera.requests).reduce((sum, count) => sum + count, 0)
  const cameras = onvifCameras({ allow_loopback: true })
  const locked = { step: 'signin', reason: 'account_locked' }
  await expect(cameras.measureOnvif(address)).rejects.toMatchObject(locked)
  // The clock, and one sign-in.
  expect(asked()).toBe(2)
  await expect(cameras.measureOnvif({ ...address, password: 'Street#2026' })).rejects.toMatchObject(locked)
  await expect(cameras.clock(address)).rejects.toMatchObject(locked)
  await expect(cameras.ptz(address)).rejects.toMatchObject(locked)
  const frame_url = `http://127.0.0.1:${camera.port}/snapshot.jpg`
  await expect(cameras.picture({ frame_url, ...address })).rejects.toMatchObject(locked)
  expect(asked()).toBe(2)
  const hasty = onvifCameras({ allow_loopback: true, lock_ms: 0 })
  await expect(hasty.measureOnvif(address)).rejects.toMatchObject(locked)
  await expect(hasty.measureOnvif({ ...address, password: 'Street#2026' })).resolves.toMatchObject({
    width: 1920,
  })
})
