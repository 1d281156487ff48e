/** Every page of the route table that can be opened by its address, and the login, which is a document of its own. */
import { flatRows } from '@parking/console/routes.tsx'

/** Paths in the order of the table. */
export const pagePaths: string[] = flatRows()
  .filter((row) => row.page && !/[*:]/.test(row.path))
  .map((row) => row.path)

/** What a page shows behind its tabs, each with modules of its own. */
export const tabPaths: readonly string[] = [
  '/device/netwrok?tab=vpn',
  '/business/data/parking?view=wall',
  '/business/data/manual?tab=check',
  '/system/operation?tab=diagnose',
  ...['schedule', 'event', 'storage', 'platform', 'alarm', 'document', 'history'].map(
    (tab) => `/business/params?tab=${tab}`,
  ),
]
