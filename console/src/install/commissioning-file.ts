/** The commissioning file picked on the first page of the path, until the page that reads it has it. */
import { createStore } from '../lib/store.ts'

export const commissioning_file = createStore<File | undefined>(undefined)
