/** Where this tab remembers a planned restart of the device (stores/planned-restart.ts), in sessionStorage. */
export const planned_restart_key = 'coming-back'
