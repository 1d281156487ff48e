/** Time servers: the test of the time page. None may set this machine's clock. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Row } from './row.ts'

async function works({ device, admin }: Bench): Promise<string> {
  let found = ''
  for (let tries = 0; tries < 10; tries++) {
    const { data, message, code } = await device.call('test_ntp', { ntp_server: '127.0.0.1' }, admin)
    if (code === 0) return `answers with stratum ${data.stratum}`
    const { reason } = data as { reason?: string }
    found = reason === undefined ? message : `${message} (${reason})`
    await wait(1_000)
  }
  return found
}

const chrony = { server: 'chrony', packages: ['chrony'], works } as const
const ntpsec = { server: 'NTPsec', packages: ['ntpsec'], works } as const
const openntpd = { server: 'OpenNTPD', packages: ['openntpd'], works } as const
const start_chrony = 'mkdir -p /run/chrony; exec chronyd -x -d -u root -f /etc/chrony/lab.conf'

export const time: readonly Row[] = [
  {
    ...chrony,
    setting: 'serves its own clock (local stratum 8)',
    files: { '/etc/chrony/lab.conf': 'local stratum 8\nallow\ncmdport 0\n' },
    start: start_chrony,
  },
  {
    ...chrony,
    setting: 'not synchronized',
    files: { '/etc/chrony/lab.conf': 'allow\ncmdport 0\n' },
    start: start_chrony,
  },
  {
    ...chrony,
    setting: 'does not serve this network',
    files: { '/etc/chrony/lab.conf': 'local stratum 8\ndeny\ncmdport 0\n' },
    start: start_chrony,
  },
  {
    ...ntpsec,
    setting: 'not synchronized',
    files: { '/etc/ntpsec/lab.conf': 'disable ntp\nrestrict default nomodify\n' },
    start: 'exec ntpd -n -c /etc/ntpsec/lab.conf',
  },
  {
    ...openntpd,
    setting: 'not synchronized',
    files: { '/etc/openntpd/lab.conf': 'listen on 127.0.0.1\n' },
    start: 'mkdir -p /run/openntpd; exec ntpd -d -f /etc/openntpd/lab.conf',
  },
]
