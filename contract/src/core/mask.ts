/** What is shown instead of a secret. Sent back in the place of the secret, it means the stored value. */
export const secret_mask = '******'

/** Whether a value stands for a secret. */
export const isMasked = (value: unknown): boolean => value === secret_mask

/** Whether a text contains a mask: an address with a secret in its query, a JSON text. */
export const holdsMask = (text: string): boolean => text.includes(secret_mask)
