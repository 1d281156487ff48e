/** The signed file of a daily statement, as a user downloads it. */
import { dayOf } from '#src/core/stamp.ts'
import { makeStatements } from '#src/statements/make-statements.ts'
import type { Device } from '../device.ts'

/** Of the day that is now; `pass` lets the time go by until it is sealed. */
export async function statementFile(device: Device, pass: (ms: number) => void): Promise<string> {
  const day = dayOf(device.deps.now())
  pass(2 * 86_400_000)
  await makeStatements(device.deps)
  const token = await device.tokenOf('operator')
  return (await device.call('export_statement', { day, format: 'json' }, token)).data.content
}
