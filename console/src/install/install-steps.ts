/**
 * The installation path: nine steps, most of them pages of the menu shown in the frame of the path.
 * `?install=STEP` selects the step; everything else is read from the device.
 */
import { install_steps, type InstallStep } from '@parking/contract/handover/install-steps.ts'
import { useLocation } from 'react-router'

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

/** Whether this page is shown in the frame of the path. */
export const isInstalling = (pathname: string, search: string): boolean =>
  pathname === install_path || stepIn(search) !== undefined

export const nextStep = (step: InstallStep): InstallStep | undefined =>
  install_steps[install_steps.indexOf(step) + 1]
export const stepBefore = (step: InstallStep): InstallStep | undefined =>
  install_steps[install_steps.indexOf(step) - 1]

/** Keeps addresses in the path: a link on a page keeps the step for which the page is shown. */
export function useInstallAddress(): (address: string) => string {
  const step = stepIn(useLocation().search)
  return (address) => {
    if (!step) return address
    const [path = '', query] = address.split('?')
    const search = new URLSearchParams(query)
    search.set('install', step)
    return `${path}?${search}`
  }
}
