/**
 * The simulated mailbox: parses mails as in RFC 5322 and 2047, and escapes all of their content on its page.
 */
import { expect, test } from 'vitest'
import { showMails } from '../src/peers/mail/page.ts'
import { readMail } from '../src/peers/mail/read-mail.ts'

const encoded = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

test(
  'parses folded headers, encoded words split in the middle of a character, and bodies in either ' +
    'encoding',
  () => {
    const [left, right] = [
      Buffer.from('告警').subarray(0, 4).toString('base64'),
      Buffer.from('告警').subarray(4).toString('base64'),
    ]
    const mail = readMail(
      [
        'From: ' + encoded('深南大道') + ' <box@street.test>',
        `Subject: =?utf-8?B?${left}?=`,
        ` =?utf-8?B?${right}?= =?utf-8?Q?=E4=B8=80_x?=`,
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '=E4=B8=80=',
        '=E4=BA=8C',
        'three',
        '',
      ].join('\r\n'),
    )
    expect(mail).toMatchObject({
      from: '深南大道 <box@street.test>',
      subject: '告警一 x',
      text: '一二\nthree\n',
    })
    expect(
      readMail(`Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from('你好\n').toString('base64')}\r\n`)
        .text,
    ).toBe('你好\n')
  },
)

test('the page shows the newest mail first and escapes its content', async () => {
  const base = {
    ...readMail('Subject: x\r\n\r\ny'),
    sender: 'box@street.test',
    recipients: ['duty@street.test'],
    user: 'box',
    encrypted: true,
    at_ms: 0,
  }
  const page = await showMails([
    { ...base, subject: 'old' },
    { ...base, subject: '<script>new</script>' },
  ])
  const html = await (await fetch(page.url)).text()
  expect(html).not.toContain('<script>')
  expect(html.indexOf('&#60;script&#62;new')).toBeLessThan(html.indexOf('old'))
  await page.stop()
})
