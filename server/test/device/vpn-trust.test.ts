/** The trust in a VPN registrar: stored with its address, like the trust in other endpoints. */
import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { startVpnRegistrar, type VpnRegistrar } from '@parking/sim/peers/vpn-registrar.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openvpnClient } from '#src/adapters/network/openvpn-client.ts'
import { openPrograms } from '#src/adapters/system/program.ts'
import { openRootHelper } from '#src/adapters/system/root-helper.ts'
import { keyFingerprint } from '#src/core/outbound/trust.ts'
import { openDevice, type Device } from '../device.ts'
import { certificatesAt, inFrontOf, startFake } from '../tls/fake-server.ts'

let [folder, token] = ['', '']
let box: Device
let machine: Machine
let registrar: VpnRegistrar
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-vpn-trust-'))
  mkdirSync(join(folder, 'data'))
  registrar = await startVpnRegistrar()
  const requests = join(folder, 'data', 'root')
  machine = await startMachine({ folder: join(folder, 'machine'), requests })
  const { PARKING_PROGRAMS: programs, PARKING_HELPER_RESULTS: results } = machine.env
  const run = openPrograms(programs)
  const vpn = openvpnClient(run, openRootHelper(run, { requests, results }), { allow_loopback: true })
  box = await openDevice({ folder: join(folder, 'data'), programs, helper_results: results, ports: { vpn } })
  token = await box.tokenOf('admin')
})
afterEach(async () => {
  await box.close()
  await Promise.all([machine.stop(), registrar.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const info = async () => (await box.call('get_vpn_info', {}, token)).data
const { authority, good, self_signed } = certificatesAt(Date.now())
const front = async (certificate: typeof good) => {
  const server = await startFake(certificate, inFrontOf(Number(new URL(registrar.url).port)))
  onTestFinished(() => server.stop())
  return server
}
const register = (port: number, more: object = {}) =>
  box.call(
    'register_vpn_online',
    { register_address: `https://localhost:${port}`, key: registrar.newKey(), ...more },
    token,
  )

test('is stored, shown, and used again at the same registrar, but at no other', async () => {
  const server = await front(good)
  const unknown = { code: code.failed, data: { reason: 'tls_unknown_issuer' } }
  expect(await register(server.port)).toMatchObject(unknown)
  expect((await info()).server_trust).toBe('')
  expect(await register(server.port, { server_trust: authority.cert })).toMatchObject({
    code: code.success,
  })
  expect((await info()).server_trust).toBe(authority.cert)
  expect(registrar.registered).toHaveLength(1)
  // Without a new trust the stored one applies; it outlives the account and a restart.
  await box.call('cancel_vpn', {}, token)
  expect(await register(server.port)).toMatchObject({ code: code.success })
  expect((await info()).server_trust).toBe(authority.cert)
  const other = await front(good)
  expect(await register(other.port)).toMatchObject(unknown)
  expect((await info()).server_trust).toBe('')
})

test('may be the key of its certificate; an unreadable value is refused, and nothing is sent', async () => {
  const server = await front(self_signed)
  const pin = keyFingerprint(new X509Certificate(self_signed.cert))
  expect(await register(server.port, { server_trust: pin })).toMatchObject({ code: code.success })
  expect((await info()).server_trust).toBe(pin)
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
  expect(await register(server.port, { server_trust: broken })).toMatchObject({
    code: code.format_error,
    data: [{ field: 'server_trust', issue: 'server_trust' }],
  })
  expect((await info()).server_trust).toBe(pin)
  expect(server.handshakes()).toBe(1)
})
