/** As many failed sign-ins as raise an alarm; afterwards the device lets no one in from this address. */
import type { Device } from './device.ts'

export async function failSignIns(device: Device): Promise<void> {
  for (let n = 0; n < 10; n++)
    await fetch(`${device.address}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: `guess-${n}`, password: 'wrong' }),
    })
}
