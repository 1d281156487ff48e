/** Connects with the current input, saved or not, and publishes one message. */
import { ConnectionTest } from '#src/forms/test-report/connection-test.tsx'
import { useWords } from '#src/core/words.ts'
import { failureText } from './mqtt-connection.tsx'

export function MqttTest() {
  const [words, errors] = [useWords('mqtt'), useWords('errors')]
  return (
    <ConnectionTest
      path="/api/parking/test_mqtt"
      server="broker"
      words={words}
      result={({ failed, tls, topic, took_ms, said }) => ({
        failed: failed !== null,
        says: failed === null ? words.good_says(topic, took_ms) : failureText({ failed, tls }, words, errors),
        said,
      })}
      notTested={(message) => `${words.not_tested}：${message}`}
    />
  )
}
