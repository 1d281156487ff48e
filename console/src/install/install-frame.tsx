/** The frame of the path in place of menu and header: where one is, every step, and one bar of actions. */
export { InstallHead } from './install-head.tsx'
export { InstallIndex } from './install-index.tsx'
export { InstallBar } from './install-bar.tsx'
