/** The overlay is downloaded before it is needed: once the device is away nothing can be. */
export const fetchComingBack = () => import('./coming-back.tsx')
