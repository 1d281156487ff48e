/** Checks the messages about the device itself: init with its name, heartbeat and lot states. */
import { heartbeatBody, initBody, lotStatesBody, type Identity } from './bodies.ts'
import { createDevice, type Needs } from './device.ts'

const hour_ms = 3_600_000
const minutes_5_ms = 5 * 60_000

export async function checkInit(needs: Needs, other_sn: string): Promise<void> {
  const { addresses, device, findings, identity } = needs
  const { init } = addresses
  if (init === undefined) {
    for (const check of ['init', 'init_empty', 'name_taken', 'name_free'] as const)
      findings.notShown(check, 'there is no address for it')
    return
  }
  const [name, next] = [`kit ${identity.device_sn} 1`, `kit ${identity.device_sn} 2`]
  const send = (body: object) => device.send(init, body)
  device.judge(
    'init',
    await send({ ...initBody(identity, name), added_later: 1 }),
    'an init with a new field',
  )
  const empty = { ...initBody({ ...identity, lots: [] }, ''), longitude: null, latitude: null, address: '' }
  device.judge('init_empty', await send({ ...empty, cameras: [] }), 'an init without anything')
  device.judge('init', await send(initBody(identity, name)), 'the init')

  const other: Identity = { ...identity, device_sn: other_sn }
  const second = createDevice({ ...needs, identity: other })
  if (addresses.auth !== undefined && (await second.signIn()) === undefined) {
    for (const check of ['name_taken', 'name_free'] as const)
      findings.notShown(check, `a second device "${other_sn}" cannot sign in (--other-device)`)
    return
  }
  const taken = await second.send(init, initBody(other, name))
  if (taken.code === 5000) findings.ok('name_taken')
  else findings.wrong('name_taken', `the same name for "${other_sn}" is answered by ${taken.quote}`)
  await send(initBody(identity, next))
  const free = await second.send(init, initBody(other, name))
  if (free.reading === 'accepted') findings.ok('name_free')
  else findings.wrong('name_free', `the name that was given up is answered by ${free.quote}`)
  await second.send(init, initBody(other, `kit ${other_sn}`))
  await send(initBody(identity, name))
}

const heads = {
  audit_head: { chain_id: '0'.repeat(31) + '1', seq: 7, hash: 'a'.repeat(64), time: Date.now() },
}

export async function checkHeartbeat({ addresses, device, findings, identity }: Needs): Promise<void> {
  const { heartbeat } = addresses
  if (heartbeat === undefined) {
    for (const check of ['heartbeat', 'heartbeat_clock', 'platform_clock'] as const)
      findings.notShown(check, 'there is no address for it')
    return
  }
  const answer = await device.send(heartbeat, heartbeatBody(identity))
  device.judge('heartbeat', answer, 'a heartbeat')
  const with_heads = { ...heartbeatBody(identity), ...heads, added_later: { sky: 'clear' } }
  device.judge('heartbeat', await device.send(heartbeat, with_heads), 'a heartbeat with new fields')
  for (const offset_ms of [-hour_ms, hour_ms]) {
    const late = await device.send(heartbeat, heartbeatBody(identity, Date.now() + offset_ms))
    device.judge('heartbeat_clock', late, `a heartbeat an hour ${offset_ms < 0 ? 'behind' : 'ahead'}`)
  }
  if (answer.reading !== 'accepted') return findings.notShown('platform_clock', 'no heartbeat was taken')
  const { timestamp } = (answer.data ?? {}) as { timestamp?: unknown }
  const platform_ms = typeof timestamp === 'number' ? timestamp : Date.parse(answer.date ?? '')
  if (!Number.isFinite(platform_ms)) findings.wrong('platform_clock', 'it says no time')
  else if (Math.abs(platform_ms - Date.now()) > minutes_5_ms)
    findings.wrong(
      'platform_clock',
      `${new Date(platform_ms).toISOString()} is more than five minutes from this machine’s clock`,
    )
  else findings.ok('platform_clock')
}

export async function checkLots({ addresses, device, findings, identity }: Needs): Promise<void> {
  const { lots } = addresses
  if (lots === undefined) return findings.notShown('lots', 'there is no address for it')
  device.judge('lots', await device.send(lots, lotStatesBody(identity)), 'the state of all lots')
  device.judge('lots', await device.send(lots, lotStatesBody(identity)), 'the same state again')
  device.judge('lots', await device.send(lots, lotStatesBody({ ...identity, lots: [] })), 'an empty list')
}
