/** The sessionStorage key under which a tab records a planned restart (stores/planned-restart.ts). */
export const planned_restart_key = 'coming-back'
