/**
 * Converts the items that a factory restore keeps between the call and the form, and computes the device's
 * address afterwards.
 */
import { ipv4SettingsIssues } from '@parking/contract/device/ipv4-rules.ts'
import { restore_keep, set_restore_config } from '@parking/contract/system/operation.ts'
import * as z from 'zod/mini'

export type Keep = (typeof restore_keep)[number]
export type RestoreConfig = z.output<typeof set_restore_config.body>
export const keeps: readonly Keep[] = restore_keep

const kept_items = z.extend(z.omit(set_restore_config.body, { keep: true }), {
  network: z.boolean(),
  users: z.boolean(),
  cameras: z.boolean(),
  params: z.boolean(),
  events: z.boolean(),
})

/**
 * The schema of the form. The address is checked only if it will be used. Only the simulated street uses
 * loopback addresses.
 */
export const keepSchema = (allow_loopback: boolean) =>
  kept_items.check(
    z.check((payload) => {
      if (payload.value.network) return
      for (const { field, issue } of ipv4SettingsIssues(payload.value, { allow_loopback }))
        payload.issues.push({ code: 'custom', input: payload.value, path: [field], message: issue })
    }),
  )

export type KeepForm = z.output<typeof kept_items>

export const formOf = ({ keep, ...network }: RestoreConfig): KeepForm => ({
  ...network,
  network: keep.includes('network'),
  users: keep.includes('users'),
  cameras: keep.includes('cameras'),
  params: keep.includes('params'),
  events: keep.includes('events'),
})

export const configOf = (form: KeepForm): RestoreConfig => ({
  ipv4: form.ipv4,
  netmask: form.netmask,
  gateway: form.gateway,
  keep: keeps.filter((keep) => form[keep]),
})

/**
 * The console's URL after the restore: the same port at the new address; empty if the address stays the same.
 */
export function urlAfter(
  { keep, ipv4 }: RestoreConfig,
  here: { protocol: string; hostname: string; port: string },
): string {
  if (keep.includes('network') || ipv4 === here.hostname) return ''
  return `${here.protocol}//${ipv4}${here.port ? `:${here.port}` : ''}`
}
