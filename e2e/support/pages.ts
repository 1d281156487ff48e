/** The pages of the route table that an address opens; the login is a separate document. */
import { flatRows } from '@parking/console/routes.tsx'

/** Paths in the order of the table. */
export const pagePaths: string[] = flatRows()
  .filter((row) => row.page && !/[*:]/.test(row.path))
  .map((row) => row.path)

/** Tabs of those pages that load their own modules. */
export const tabPaths: readonly string[] = [
  '/device/netwrok?tab=vpn',
  '/business/data/parking?view=wall',
  '/business/data/manual?tab=check',
  '/system/operation?tab=diagnose',
  ...['schedule', 'event', 'storage', 'platform', 'mqtt', 'alarm', 'document', 'history'].map(
    (tab) => `/business/params?tab=${tab}`,
  ),
]
