/** The steps of the guided check, apart from its calls: a page that lists them loads no schema for it. */

/** In the order of the check. The first step that fails is the one to repair. */
export const diagnose_steps = ['link', 'gateway', 'dns', 'time', 'platform', 'storage', 'cameras'] as const
