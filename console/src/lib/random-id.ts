/**
 * A short id for a running test, used to poll its steps. It is not a secret, so it need not be
 * cryptographically random.
 */
export const randomId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`
