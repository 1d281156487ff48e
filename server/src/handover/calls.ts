/** Area `handover`: the state of the installation, its tests, and the address of the handover sheet. */
import type { handover_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { deviceName } from '../device/device.store.ts'
import { storePutOff } from './handover.store.ts'
import { runHandoverTest, type TestNeeds } from './handover-test.ts'
import { installState, proofOf } from './install-state.ts'
import { signedAddress } from '../core/signed-address.ts'

export const handover_handlers = {
  async install_state(_, context) {
    const { proof, ...state } = await installState(context)
    return { ...state, proof: proofOf(proof, context) }
  },
  put_off_step({ step, put_off }, { db, now }) {
    storePutOff(db, step, put_off, now())
    return {}
  },
  run_handover_test: ({ test }, context) => runHandoverTest(test, context),
  async handover_sheet({ language }, context) {
    const { host_sn } = await context.host.identity()
    // A device name may contain characters that are not allowed in file names.
    const name = deviceName(context.db).replace(/[^\p{L}\p{N}_-]+/gu, '-')
    return {
      url: signedAddress(context.secrets, 'handover', language, context.session.id, context.now()),
      file_name: `handover-${[name, host_sn].filter(Boolean).join('-').slice(0, 120)}.html`,
    }
  },
} satisfies Handlers<keyof typeof handover_calls, TestNeeds>
