/** A short id that names a running test, so that its steps can be polled. Not a secret, hence not cryptographic. */
export const randomId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`
