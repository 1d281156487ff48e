/**
 * The steps of the guided check, separate from its calls, so that pages list them without loading schemas.
 */

/** In the order of the check. The first step that fails is the one to fix. `storage` is the local disk. */
export const diagnose_steps = ['link', 'gateway', 'dns', 'time', 'platform', 'storage', 'cameras'] as const
