/** The file that head office makes on a configured device, as an installer gets it. */
import { storage_bucket, storage_sign_in, type World } from '@parking/sim/world.ts'
import { openDevice } from '../support/stage.ts'

const passphrase = '开通-kerb-2026-雨'

/** Configures a device of this street, has it make the file, and ends it. */
export async function commissioningFile(world: World): Promise<{ content: string; passphrase: string }> {
  const device = await openDevice({ platform: true }, world)
  const storage = { protocol: 4 as const, endpoint: world.s3.url, directory: `${storage_bucket}/kerb-01` }
  await device.call('/api/parking/update_storage_param', { ...storage, ...storage_sign_in })
  await device.call('/api/device/set_ntp', { ntp_enabled: true, ntp_server: world.time.address })
  const { content } = await device.call('/api/parking/export_document', {
    secrets: 'wrapped',
    passphrase,
    commissioning: {
      sections: ['device', 'time', 'storage_param', 'platform_param'],
      device_name: '深南大道-{sn}',
    },
  })
  await device.end()
  return { content, passphrase }
}
