/** When a picture is dark: one limit, so that what is too dark to compare is also said to be dark. */

/** From 0 to 255: dark if the mean and the 95th percentile are both lower. */
export const dark = { mean: 18, bright: 36 } as const
