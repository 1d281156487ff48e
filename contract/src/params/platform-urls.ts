/** The addresses of the platform, in the order in which a device uses them. */
export const platform_urls = [
  'auth_url',
  'device_init_url',
  'device_hb_url',
  'data_url',
  'timer_data_url',
  'lot_state_url',
] as const
export type PlatformUrl = (typeof platform_urls)[number]
