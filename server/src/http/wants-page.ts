/** Whether a refusal is read by a user as a page, or by a program as an envelope. */
import type { FastifyRequest } from 'fastify'

export const wantsPage = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  !/^\/(api|vue-element-admin|media|live|assets|healthz)(\/|$|\?)/.test(url)
