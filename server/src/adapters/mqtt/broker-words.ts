/** What a broker's codes and the library's errors mean, as sentences that the console translates. */
import { deviceSentence, type DeviceSentence } from '@parking/contract'

/** Reason codes of MQTT 5 (section 2.4) and return codes of MQTT 3.1.1 (section 3.2.2.3). */
const meanings: readonly (readonly [codes: readonly number[], sentence: DeviceSentence])[] = [
  [[1, 132], 'mqtt_version'],
  [[2, 133], 'mqtt_client_id'],
  [[3, 136, 137, 139, 159], 'mqtt_busy'],
  [[4, 134], 'mqtt_password'],
  [[5, 135], 'mqtt_rights'],
  [[138, 152], 'mqtt_banned'],
  [[140], 'mqtt_auth_method'],
  [[141], 'no_answer_in_time'],
  [[142], 'mqtt_taken_over'],
  [[143, 144], 'mqtt_topic'],
  [[147, 150, 151], 'mqtt_quota'],
  [[149], 'mqtt_packet_large'],
  [[154], 'mqtt_no_retain'],
  [[155], 'mqtt_no_qos'],
  [[156, 157], 'mqtt_moved'],
]

/** The codes that blame name, password, client identifier or rights. */
const sign_in_codes = [2, 4, 5, 133, 134, 135, 138, 140]
export const isSignIn = (code: number): boolean => sign_in_codes.includes(code)

type Properties = { reasonString?: string; serverReference?: string }

/** The meaning of a code, after the broker's own words if it sent any. */
export function codeSaid(code: number, { reasonString, serverReference }: Properties = {}): string {
  const key = meanings.find(([codes]) => codes.includes(code))?.[1]
  const hex = code.toString(16).padStart(2, '0')
  const said = key ? deviceSentence(key) : deviceSentence('mqtt_reason', { code: `0x${hex}` })
  const own = [reasonString, serverReference].filter(Boolean).join(', ')
  return own === '' ? said : deviceSentence('mqtt_said', { own, said })
}

/** The meaning of an error of mqtt.js without a code of MQTT. */
export function errorSaid(error: unknown): string {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'number') return codeSaid(code)
  if (typeof code === 'string') return deviceSentence('connection_broke', { code })
  return deviceSentence(/timeout/i.test(message) ? 'no_answer_in_time' : 'mqtt_not_mqtt')
}
