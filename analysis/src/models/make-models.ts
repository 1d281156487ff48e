/** `make-models.js [FOLDER [PACKAGES]]`: makes the shipped models, as part of the build. */
import { join } from 'node:path'
import { makeModels } from './model-files.ts'

const here = import.meta.dirname
const [folder = join(here, '../models'), packages = join(here, '../../node_modules')] = process.argv.slice(2)
await makeModels(folder, packages)
