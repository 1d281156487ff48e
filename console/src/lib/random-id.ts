/** A short id of a running test, by which its steps are polled. Not a secret, hence not cryptographic. */
export const randomId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`
