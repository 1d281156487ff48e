/** Where a tab remembers a planned restart of the device (stores/planned-restart.ts): sessionStorage. */
export const planned_restart_key = 'coming-back'
