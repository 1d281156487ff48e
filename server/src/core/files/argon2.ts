/** Loads Argon2 for the first password: it takes 6 MB of memory, which an idle server does not need. */
export const loadArgon2 = () => import('@node-rs/argon2')
