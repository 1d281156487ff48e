/**
 * The installation path: nine steps, most of them pages of the menu shown in the frame of the path.
 * `?install=STEP` selects the step; everything else is read from the device.
 */
import { install_steps, type InstallStep } from '@parking/contract/handover/install-steps.ts'
import { useLocation } from 'react-router'
import type { StepState } from './use-install.ts'

export { install_steps, type InstallStep }

export const install_path = '/install'

const pages: Readonly<Record<InstallStep, string>> = {
  place: '/device/base',
  network: '/device/netwrok',
  time: '/device/time',
  cameras: '/business/sceneConfig',
  lots: install_path,
  platform: '/business/params?tab=platform',
  storage: '/business/params?tab=storage',
  proof: install_path,
  handover: install_path,
}

/** The address of a step. */
export function addressOf(step: InstallStep): string {
  const [path = '', query] = pages[step].split('?')
  const search = new URLSearchParams(query)
  search.set('install', step)
  return `${path}?${search}`
}

/** The step that an address shows; undefined outside the path and on its first page. */
export function stepIn(search: string): InstallStep | undefined {
  const named = new URLSearchParams(search).get('install')
  return install_steps.find((step) => step === named)
}

/** The page of the path that opens a commissioning file; no step. */
export const file_part = 'file'
export const file_address = `/business/params?tab=document&install=${file_part}`

/** What an address shows of the path: a step or the file; undefined outside and on its first page. */
export const partIn = (search: string): InstallStep | typeof file_part | undefined =>
  new URLSearchParams(search).get('install') === file_part ? file_part : stepIn(search)

/** Whether this page is shown in the frame of the path. */
export const isInstalling = (pathname: string, search: string): boolean =>
  pathname === install_path || partIn(search) !== undefined

/** The part of the path that the page is shown for. A step shows only the fields that it needs. */
export const useInstallPart = () => partIn(useLocation().search)

/** The next step that is not done; the last one is always gone through. Undefined after it. */
export const nextStep = (step: InstallStep, states: readonly StepState[]): InstallStep | undefined =>
  install_steps
    .slice(install_steps.indexOf(step) + 1)
    .find((one) => one === 'handover' || states.find((state) => state.step === one)?.state !== 'done')
export const stepBefore = (step: InstallStep): InstallStep | undefined =>
  install_steps[install_steps.indexOf(step) - 1]

/**
 * Keeps addresses in the path: a link on a page keeps the step for which the page is shown, or leads to
 * `another`.
 */
export function useInstallAddress(): (address: string, another?: InstallStep) => string {
  const step = stepIn(useLocation().search)
  return (address, another) => {
    if (!step) return address
    const [path = '', query] = address.split('?')
    const search = new URLSearchParams(query)
    search.set('install', another ?? step)
    return `${path}?${search}`
  }
}
