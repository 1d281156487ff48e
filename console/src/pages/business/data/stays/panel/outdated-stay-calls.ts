/** The calls whose answers become outdated when a stay is repaired. */
export const outdated_stay_calls = [
  '/api/parking/stay_day',
  '/api/parking/stay_detail',
  '/api/parking/irregular_stays',
  '/api/parking/find_stays',
] as const
