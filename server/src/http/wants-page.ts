/** Whether a refusal should be a page for a user, or an envelope for a program. */
import type { FastifyRequest } from 'fastify'

export const wantsPage = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  !/^\/(api|vue-element-admin|media|live|assets|healthz)(\/|$|\?)/.test(url)
