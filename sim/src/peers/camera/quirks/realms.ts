/** Quirks of the realm for which a digest signs: it goes into the hash as the camera writes it. */
import { digestAt } from './raw-answers.ts'
import type { Quirk } from './quirk.ts'

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

/** Names this realm, written as `line`, and what is behind it in its challenge. */
const realm = (
  row: Pick<Quirk, 'id' | 'reports' | 'wire'>,
  name: string,
  line = `realm="${name}"`,
  rest = ', qop="auth"',
): Quirk => ({
  ...row,
  area: 'http',
  shown: 'signs in',
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
      id: 'stale-in-quotes',
      reports: ['AlexxIT/go2rtc#2232', 'EasyDarwin/EasyDarwin#117'],
      wire: 'writes stale="FALSE" into each challenge, and names no quality of protection',
    },
    'b4a38201a73f',
    undefined,
    ', stale="FALSE"',
  ),
]
