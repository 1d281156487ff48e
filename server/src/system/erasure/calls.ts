/** Handlers of the calls for permanent erasure (docs/restore.md). */
import type { erasure_calls } from '@parking/contract'
import type { Handlers } from '#src/core/call-context.ts'
import { notFound } from '#src/core/refusal.ts'
import { eraseForGood, type EraseNeeds } from './erase.ts'
import type { ErasureService } from './erasure-service.ts'

/** Under /media, so that a proxy that forwards pictures also forwards the certificate. */
export const certificate_path = '/media/erasure/'

type Needs = EraseNeeds & { erasure: ErasureService }

export const erasure_handlers = {
  erase_for_good: (body, context) => eraseForGood(body, context),

  erasure_certificate({ token }, { erasure }) {
    const certificate = erasure.certificate(token)
    if (!certificate) throw notFound('This certificate')
    const { facts, sha256, console_url } = certificate
    return {
      facts,
      sha256,
      url: `${certificate_path}${token}`,
      ...(erasure.first_password === undefined ? {} : { one_time_password: erasure.first_password }),
      ...(console_url === '' ? {} : { console_url }),
    }
  },

  close_erasure({ token }, { erasure }) {
    if (!erasure.close(token)) throw notFound('This certificate')
    return {}
  },
} satisfies Handlers<keyof typeof erasure_calls, Needs>
