/** The random name that a client gives a call, to ask later what became of it (`call_outcome`). */
export const call_key_header = 'call-key'

/** Whether this is such a key: 32 hexadecimal digits, so that no one can guess it. */
export const isCallKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[0-9a-f]{32}$/.test(key)
