/**
 * English sentences that the device itself writes into fields that may also contain the words of a peer, such
 * as `response_info`. A client parses them to show them in its own language; all other text is a peer's.
 */
export const device_sentences = {
  address_not_url: 'The address is not a URL',
  address_forbidden: 'This address may not be reached',
  name_forbidden: '{name} may not be reached',
  no_answer_in_time: 'No answer in time',
  no_connection_in_time: 'No connection in time',
  given_up: 'Given up',
  answer_too_large: 'The answer is too large',
  answer_unreadable: 'The answer cannot be read; it begins with the bytes {bytes}',
  bytes_instead: 'It has {bytes} bytes instead of {wanted}',
  nothing_listens: 'Nothing listens there',
  no_route: 'There is no way to this address',
  tls_not_good: 'The certificate or the encrypted connection is not good ({code})',
  tls_closed: 'The connection was closed before it was encrypted',
  connection_broke: 'The connection broke ({code})',
  request_not_made: 'The request could not be made',
  sign_in_without_token: 'Sign-in: the platform gave no token',
  sign_in_said: 'Sign-in: {said}',
  device_init_said: 'Device init: {said}',
  settings_changed: 'The settings changed meanwhile',
  picture_missing: 'A picture of this event is missing on the device',
  file_missing: 'A file of this event is missing on the device: {kind} {n}',
  mqtt_said: 'The broker says "{own}": {said}',
  mqtt_reason: 'The broker refuses with reason {code}',
  mqtt_version: 'The broker speaks neither MQTT 5 nor MQTT 3.1.1',
  mqtt_client_id: 'The broker refuses the client identifier',
  mqtt_busy: 'The broker is not available or too busy',
  mqtt_password: 'The broker refuses the user name or password',
  mqtt_rights: 'The broker does not give the right to this',
  mqtt_banned: 'The broker has locked out this client',
  mqtt_auth_method: 'The broker wants another way of signing in',
  mqtt_taken_over: 'Another client has connected with the same client identifier',
  mqtt_topic: 'The broker refuses the name of the topic',
  mqtt_quota: 'The broker limits the number or the rate of messages',
  mqtt_packet_large: 'The broker refuses a packet as too large',
  mqtt_no_retain: 'The broker keeps no retained messages',
  mqtt_no_qos: 'The broker confirms no messages (QoS 0 only)',
  mqtt_moved: 'The broker refers to another server',
  mqtt_closed: 'The broker closed the connection without a reason',
  mqtt_closed_at: 'The broker closed the connection without a reason at a message on {topic}',
  mqtt_not_mqtt: 'What answers there does not speak MQTT',
  mqtt_message_large: 'A message of {bytes} bytes is larger than the broker accepts ({limit} bytes)',
  mqtt_unconfirmed: 'The broker did not confirm a message on {topic} in time',
  mqtt_refused: 'The broker refuses a message on {topic}: {said}',
  syslog_closed: 'The syslog server closed the connection',
  syslog_cut: 'The server takes no longer messages: they are cut to {bytes} bytes',
  syslog_full: 'The syslog server takes no more data',
  app_ended_with_status: 'ended with status {status}',
  app_ended_by_signal: 'ended by signal {signal}',
  app_program_missing: 'its program is not there',
  app_none: 'No analysis application is installed on this device',
  app_manager_silent: 'systemd does not answer',
  unseen_no_address: 'the camera has neither a snapshot nor a stream address',
  unseen_certificate: 'the certificate of the camera is not accepted',
  unseen_sign_in: 'the camera refuses the user name or password',
  unseen_status: 'the camera answered HTTP {status}',
  unseen_too_large: 'the picture is too large',
  unseen_in_time: 'the camera gave no picture in time',
  unseen_unreachable: 'the address of the camera cannot be reached',
  unseen_nothing_listens: 'nothing listens at the address of the camera',
  unseen_cut: 'the camera closed the connection before its answer was complete',
  unseen_no_ffmpeg: 'ffmpeg could not be started',
  unseen_no_key_frame: 'the stream sends no key frame',
  unseen_elsewhere: 'the camera leads its stream to another address, which is not followed',
  unseen_only_udp: 'the camera sends this stream over UDP only',
  unseen_damaged: 'parts of the pictures are missing or damaged',
  unseen_other_view: 'the pictures come from another lens or another camera',
  unseen_dark: 'the pictures are dark',
  unseen_frozen: 'the camera repeats the same picture',
  unseen_sessions: 'the camera serves as many others as it can',
  unseen_stream: 'the stream could not be opened, or has ended',
} as const

export type DeviceSentence = keyof typeof device_sentences
export type SentenceFacts = Readonly<Record<string, string | number>>

/** Writes a sentence with its facts filled in; a missing fact becomes empty. */
export const deviceSentence = (key: DeviceSentence, facts: SentenceFacts = {}): string =>
  device_sentences[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))

/** Parses a sentence into its key and facts; undefined for the words of a peer. */
export function readSentence(
  text: string,
): { key: DeviceSentence; facts: Readonly<Record<string, string>> } | undefined {
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(text)
    if (found) return { key, facts: found.groups ?? {} }
  }
  return undefined
}

/** Sentences without facts come first: `Sign-in: {said}` also matches the sentence about the token. */
const patterns = Object.entries(device_sentences)
  .map(([key, sentence]) => ({
    key: key as DeviceSentence,
    facts: (sentence.match(/\{/g) ?? []).length,
    pattern: new RegExp(
      `^${sentence
        .split(/\{(\w+)\}/)
        .map((part, at) => (at % 2 === 1 ? `(?<${part}>.*)` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
        .join('')}$`,
      's',
    ),
  }))
  .sort((a, b) => a.facts - b.facts)
