// Tokens of unsubscribe links, derived from a secret key: a person's token never changes, and none is stored.
import { createHmac } from 'node:crypto'

/** Name of the stored key, which all processes on this database share. */
export const UNSUBSCRIBE_KEY = 'provenance unsubscribe links'

export const unsubscribeToken = (key: string, tenant: string, user: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([tenant, user]))
    .digest('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
export const hintOf = (token: string): string => token.slice(-4)
