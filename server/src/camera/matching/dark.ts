/** The limit for dark pictures. Shared, so that a picture too dark to compare is also reported as dark. */

/** From 0 to 255: dark if the mean and the 95th percentile are both lower. */
export const dark = { mean: 18, bright: 36 } as const
