/** The parts that all mails of the box have in common: sender, mail server and envelope. */
import type { Params } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { deviceAddress, deviceName } from '../device/device.store.ts'
import type { Mail, MailServer } from '../ports/mail-port.ts'
import { oneLine, type MailTexts, type Sender } from './mail-text.ts'

export async function senderOf({ db, host }: Pick<Deps, 'db' | 'host'>): Promise<Sender> {
  const { province, city, district, detail_address } = deviceAddress(db)
  const { host_sn, host_name } = await host.identity()
  return {
    name: deviceName(db) || host_name,
    serial: host_sn,
    place: province + city + district + detail_address,
  }
}

export const serverOf = ({
  email_server,
  from_user,
  from_auth,
  server_trust,
}: Params['alarm_param']): MailServer => ({
  server: email_server,
  user: from_user,
  password: from_auth,
  trust: server_trust,
})

export const mailOf = (
  { from_email }: Pick<Params['alarm_param'], 'from_email'>,
  to: readonly string[],
  sender: Sender,
  texts: MailTexts,
  id: string,
  now: number,
): Mail => ({
  from: { name: oneLine(sender.name, 60), address: from_email },
  to,
  ...texts,
  id,
  date: new Date(now),
})
