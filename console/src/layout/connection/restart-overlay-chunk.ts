/** The overlay is downloaded before it is needed: once the device is away nothing can be. */
export const fetchRestartOverlay = () => import('./restart-overlay.tsx')
