/**
 * Quirks of the sign-in: refusals in other words, locks, rights that an account lacks, and realms.
 * Long because every quirk is a row.
 */
import { Fault } from '../soap.ts'
import type { Wire } from '../wire.ts'
import { inOwnWords } from './device.ts'
import type { Quirk } from './quirk.ts'
import { digestAt } from './raw-answers.ts'

type Row = Pick<Quirk, 'id' | 'reports' | 'wire'>

/** A wrong password is refused in these words; no code of ONVIF says what they mean. */
const refusedBy = (row: Row, words: string, status?: number): Quirk => ({
  ...row,
  area: 'device',
  shown: 'fails at the sign-in',
  peer: { wire: { send: inOwnWords(words, status) } },
  form: { password: 'Street#2025' },
  outcome: { failed: { step: 'signin' }, unasked: ['GetProfiles'] },
})

const lockedBy = (row: Row, send: NonNullable<Wire['send']>): Quirk => ({
  ...row,
  area: 'device',
  shown: 'says that the account is locked for some minutes, and asks nothing more for a while',
  peer: { wire: { send } },
  form: { password: 'Street#2025' },
  outcome: { failed: { step: 'signin', reason: 'account_locked' }, unasked: ['GetProfiles'] },
})

/** Refuses an action as if the password were wrong. */
const withoutRightTo = (action: string): Wire => ({
  answers: {
    [action]: () => {
      throw new Fault(400, 'Sender', ['ter:NotAuthorized'], 'Sender not authorized')
    },
  },
})

export const sign_in_quirks: readonly Quirk[] = [
  refusedBy(
    {
      id: 'refused-with-a-good-status',
      reports: ['home-assistant/core#147404', 'agsh/onvif#112'],
      wire: 'refuses a wrong password by "Invalid username or password", with HTTP 200',
    },
    'Invalid username or password',
    200,
  ),
  refusedBy(
    {
      id: 'refused-by-an-error-of-the-server',
      reports: ['FalkTannhaeuser/python-onvif-zeep#70', 'agsh/onvif#169'],
      wire: 'refuses a wrong password by "Login failed", with HTTP 500',
    },
    'Login failed',
    500,
  ),
  refusedBy(
    {
      id: 'refused-in-simplified-chinese',
      reports: ['agsh/onvif#62'],
      wire: 'refuses a wrong password by "用户名或密码错误"',
    },
    '用户名或密码错误',
  ),
  refusedBy(
    {
      id: 'refused-in-traditional-chinese',
      reports: ['agsh/onvif#301'],
      wire: 'refuses a wrong password by "認證失敗"',
    },
    '認證失敗',
    500,
  ),
  {
    ...refusedBy(
      {
        id: 'refused-in-any-language',
        reports: ['agsh/onvif#178'],
        wire: 'refuses a wrong password in words of a language that the device does not know',
      },
      'Usuario o contraseña incorrectos',
    ),
    shown: 'fails at the sign-in, because two requests are refused in the same words',
    outcome: { failed: { step: 'signin' } },
  },
  refusedBy(
    {
      id: 'refused-with-a-warning',
      reports: ['agsh/onvif#112', 'Quedale/OnvifDeviceManager#19', 'opensensor/lightNVR#339'],
      wire: 'refuses a wrong password, and counts the tries before it locks the account',
    },
    'Invalid username or password! You still have 3 attempt(s) before the account is locked',
  ),
  lockedBy(
    {
      id: 'locked-for-minutes',
      reports: ['CamioCam/rtsp#34', 'agsh/onvif#501'],
      wire: 'has switched off the account "for 30 minutes"',
    },
    inOwnWords('Your account has been disabled for 30 minutes'),
  ),
  lockedBy(
    {
      id: 'locked-in-simplified-chinese',
      reports: ['CamioCam/rtsp#34'],
      wire: 'says "账号已锁定"',
    },
    inOwnWords('账号已锁定', 200),
  ),
  lockedBy(
    {
      id: 'locked-in-traditional-chinese',
      reports: ['Skinah/IpCamera#11'],
      wire: 'says "嘗試次數過多，請30分鐘後再試"',
    },
    inOwnWords('嘗試次數過多，請30分鐘後再試', 500),
  ),
  lockedBy(
    {
      id: 'locked-by-its-web-server',
      reports: ['Skinah/IpCamera#11', 'evercam/evercam-server#91'],
      wire: 'refuses every request by HTTP 401 with a page that states the lock, and no challenge',
    },
    ({ status, headers, body }, response) => {
      if (status < 400) return void response.writeHead(status, headers).end(body)
      response
        .writeHead(401, { 'content-type': 'application/xml' })
        .end('<userCheck><statusValue>401</statusValue><lockStatus>lock</lockStatus></userCheck>')
    },
  ),
  {
    id: 'security-header-not-understood',
    area: 'device',
    reports: ['agsh/onvif#240', 'GuilhermeC18/node-onvif#84'],
    wire: 'refuses a security header by "must be understood but cannot be handled", and knows HTTP digest',
    shown: 'signs in by digest',
    peer: {
      signin: 'digest',
      wire: { send: inOwnWords("The data in element 'Security' must be understood but cannot be handled") },
    },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'no-right-to-the-services',
    area: 'device',
    reports: ['FalkTannhaeuser/python-onvif-zeep#70'],
    wire: 'refuses the list of its services to this account alone',
    shown: 'reads the services by GetCapabilities',
    peer: { wire: withoutRightTo('GetServices') },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'no-right-to-pictures',
    area: 'snapshot',
    reports: ['danielwoz/ubiquiti-protect-onvif-event-listener#20'],
    wire: 'refuses the address of its pictures to this account alone',
    shown: 'takes the pictures from the stream, and says why: no address',
    peer: { wire: withoutRightTo('GetSnapshotUri') },
    ffmpeg: true,
    outcome: { report: { stills: 'no_address' }, camera: { stills: 'no_address' } },
  },
]

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * A digest signs for the realm, as the camera writes it. Names this realm, written as `line`, and what is
 * behind it in its challenge.
 */
const realm = (
  row: Pick<Quirk, 'id' | 'reports' | 'wire'> & Partial<Pick<Quirk, 'shown'>>,
  name: string,
  line = `realm="${name}"`,
  rest = ', qop="auth"',
): Quirk => ({
  shown: 'signs in',
  ...row,
  area: 'http',
  peer: {
    wire: digestAt(
      {
        lines: (nonce) => [`Digest ${latin1(line)}, nonce="${nonce}"${rest}`],
        ...(rest.includes('qop') && { qop: 'auth' }),
      },
      name,
    ),
  },
  outcome: { report: { stills: '', frame_url: '/snapshot.jpg' }, camera: { stills: '' } },
})

export const realm_quirks: readonly Quirk[] = [
  realm(
    {
      id: 'realm-with-brackets',
      reports: ['tomas/needle#340', 'EasyDarwin/EasyDarwin#117'],
      wire: 'names "IP Camera(C3138)" as the realm of its sign-in',
    },
    'IP Camera(C3138)',
  ),
  realm(
    {
      id: 'realm-with-a-comma',
      reports: ['libwww-perl/libwww-perl#361'],
      wire: 'has a comma and an equals sign in its realm',
    },
    'Gate, nonce=1',
  ),
  realm(
    {
      id: 'realm-in-chinese',
      reports: ['mdn/content#28911'],
      wire: 'names its realm in Chinese, in the bytes of UTF-8',
    },
    '网络摄像机',
  ),
  realm(
    {
      id: 'realm-with-quotes',
      reports: ['bitfocus/companion-module-panasonic-cameras#88'],
      wire: 'has quotes in its realm, each behind a backslash',
    },
    'IP "East" Camera',
    String.raw`realm="IP \"East\" Camera"`,
  ),
  realm(
    {
      id: 'realm-with-a-bare-backslash',
      reports: ['curl/curl#8912', 'aio-libs/aiohttp#13054'],
      wire: 'has a backslash in its realm that stands for itself',
      shown: 'signs in at the second try, for the realm as it is written',
    },
    String.raw`IPC\East`,
  ),
  realm(
    {
      id: 'stale-in-quotes',
      reports: ['AlexxIT/go2rtc#2232', 'EasyDarwin/EasyDarwin#117'],
      wire: 'writes stale="FALSE" into each challenge, and names no quality of protection',
    },
    'b4a38201a73f',
    undefined,
    ', stale="FALSE"',
  ),
]
