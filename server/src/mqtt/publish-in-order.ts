/** Publishes messages in their order, with several on their way at once. */
import type { BrokerConnection, BrokerMessage } from '../ports/mqtt-port.ts'

/** Published and not yet confirmed, unless the broker takes less. */
const max_in_flight = 20

/** Rejects at the first that fails. `confirmed` is called with the index of each that was confirmed. */
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
