/** Argon2, loaded by the first password: it takes 6 MB of memory, and an idle server checks none. */
export const loadArgon2 = () => import('@node-rs/argon2')
