/** Why an upgrade failed (docs/upgrades.md), as the upgrade guard writes it to its state. */
export const upgrade_reasons = [
  'no_beat',
  'database',
  'analysis',
  'page',
  'other_version',
  'restarts',
  'unsteady',
  'interrupted',
  'no_space',
  'copy_failed',
  'not_installed',
  'no_version',
] as const
export type UpgradeReason = (typeof upgrade_reasons)[number]
