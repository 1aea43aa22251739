// The token in links that stop the mails: made from a key of ours, so that each mail has the same and none is kept.
import { createHmac } from 'node:crypto'

/** Under which the key is kept, for all processes of this database. */
export const UNSUBSCRIBE_KEY = 'provenance unsubscribe links'

export const unsubscribeToken = (key: string, tenant: string, user: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([tenant, user]))
    .digest('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
export const hintOf = (token: string): string => token.slice(-4)
