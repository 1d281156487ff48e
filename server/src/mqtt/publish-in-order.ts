/** Publishes messages in order, with several in flight at once. */
import type { BrokerConnection, BrokerMessage } from '../ports/mqtt-port.ts'

/** Maximum number of unconfirmed messages, unless the broker accepts fewer. */
const max_in_flight = 20

/** Rejects at the first failure. Calls `confirmed` with the index of each confirmed message. */
export async function publishInOrder(
  connection: Pick<BrokerConnection, 'publish' | 'receive_maximum'>,
  messages: readonly BrokerMessage[],
  confirmed: (at: number) => void = () => undefined,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < messages.length) {
      const at = next++
      await connection.publish(messages[at]!)
      confirmed(at)
    }
  }
  const lanes = Math.min(max_in_flight, connection.receive_maximum, messages.length)
  await Promise.all(Array.from({ length: lanes }, lane))
}
