/** The signed file of a daily statement, as a user downloads it. */
import { dayOf } from '#src/core/stamp.ts'
import { makeStatements } from '#src/statements/make-statements.ts'
import type { Device } from '../device.ts'

/** The statement of today, after the time has advanced until the day is sealed. */
export async function statementFile(device: Device): Promise<string> {
  const day = dayOf(device.deps.now())
  device.wait(2 * 86_400_000)
  await makeStatements(device.deps)
  const token = await device.tokenOf('operator')
  return (await device.call('export_statement', { day, format: 'json' }, token)).data.content
}
