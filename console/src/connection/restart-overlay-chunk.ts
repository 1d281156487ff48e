/** Downloads the overlay before the restart, because the device cannot serve it afterwards. */
export const fetchRestartOverlay = () => import('./restart-overlay.tsx')
