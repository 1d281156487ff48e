/** Downloads the overlay before it is needed: afterwards the device cannot serve it. */
export const fetchRestartOverlay = () => import('./restart-overlay.tsx')
