/** Every page of the route table that can be opened by its address, and the login, which is a document of its own. */
import { flatRows } from '../../console/src/routes.tsx'

/** Paths in the order of the table. */
export const pagePaths: string[] = flatRows().filter((row) => row.page && !/[*:]/.test(row.path)).map((row) => row.path)
