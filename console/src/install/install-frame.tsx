/**
 * The frame of the installation path, replacing menu and header: current step, all steps, one bar of actions.
 */
export { InstallHead } from './install-head.tsx'
export { InstallIndex } from './install-index.tsx'
export { InstallBar } from './install-bar.tsx'
