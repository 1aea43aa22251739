// Requests that were refused only because the server was busy, so that the request log can say so.
import type { FastifyRequest } from 'fastify'

const refused = new WeakSet<FastifyRequest>()

export const markBusy = (request: FastifyRequest): void => void refused.add(request)
export const wasBusy = (request: FastifyRequest): boolean => refused.has(request)
