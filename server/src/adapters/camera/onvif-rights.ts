/** Whether a refusal is about a right that an account lacks, and not about its password. */
import { CameraError, type OnvifAddress } from '#src/ports/camera-port.ts'
import { device, type OnvifConnection } from './onvif-connect.ts'
import { openMedia } from './onvif-media.ts'
import { findServices } from './onvif-services.ts'

/**
 * A refusal of an account that is accepted elsewhere: it lacks a right. Undefined for any other error, and if
 * the account is refused everywhere.
 */
export async function missingRight(
  error: unknown,
  connection: OnvifConnection,
  address: OnvifAddress,
): Promise<CameraError | undefined> {
  if (!(error instanceof CameraError) || error.step !== 'signin' || error.reason) return undefined
  const { ask, service } = connection
  return ask('signin', service, device, 'GetDeviceInformation')
    .catch(async () => openMedia(ask, await findServices(connection, address)))
    .then(
      () => error,
      () => undefined,
    )
}
