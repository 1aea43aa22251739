// Sessions and API keys: the platform keeps them, the workspace shows and ends them.
import { type ApiKey, apiKeys, sessions } from '@veritrace/contract/provenance/access'
import { answer } from '@veritrace/platform/http/answer'
import { implement } from '@veritrace/platform/http/implement'
import { requireRole } from '@veritrace/platform/identity/caller'
import { clearCookie, cookieNames } from '@veritrace/platform/identity/sessions/cookies'
import type { Provenance } from '../deps.ts'

export const sessionsApi = ({ identity, publicUrl }: Provenance) =>
  implement(sessions, {
    list: ({ query }, caller) => {
      if (query.of === 'everyone') requireRole(caller, 'admin')
      return identity.sessions.list(caller, query.of === 'everyone' ? {} : { userId: caller.actor.id }, query)
    },
    revoke: async ({ params }, caller) => {
      await identity.sessions.revoke(caller, params.id)
      if (params.id !== caller.sessionId) return undefined
      return answer(undefined, { headers: { 'set-cookie': clearCookie(publicUrl, cookieNames(publicUrl).session) } })
    },
  })

export const apiKeysApi = ({ identity }: Provenance) =>
  implement(apiKeys, {
    list: async ({ query }, caller) => {
      const { items, next } = await identity.keys.list(caller, { kind: 'api_key' }, query)
      return { items: items.map(viewApiKey), next }
    },
    create: async ({ body }, caller) => {
      const { name, role, scopes, allowed_cidrs: allowedCidrs, expires_at } = body
      const expiresAt = expires_at ? new Date(expires_at) : undefined
      const { secret, ...key } = await identity.keys.create(caller, { name, role, scopes, allowedCidrs, expiresAt })
      return { ...viewApiKey(key), secret }
    },
    revoke: async ({ params, query }, caller) => {
      await identity.keys.revoke(caller, params.id, query.reason)
      return undefined
    },
  })

type Key = Awaited<ReturnType<Provenance['identity']['keys']['list']>>['items'][number]
const viewApiKey = ({ kind: _, ...key }: Key): ApiKey => key
