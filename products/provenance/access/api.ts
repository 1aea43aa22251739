// Sessions, API keys and members: the platform stores them, and these endpoints list and end them.
import { type ApiKey, apiKeys, sessions } from '@veritrace/contract/provenance/access'
import { members, type WorkspaceMember } from '@veritrace/contract/provenance/members'
import { answer } from '@veritrace/platform/answer'
import { requireRole } from '@veritrace/platform/caller'
import { clearCookie, cookieNames } from '@veritrace/platform/cookies'
import { listHoldings, removeMember } from '@veritrace/platform/identity/leaving/remove-member'
import { changeRole } from '@veritrace/platform/identity/tenancy/members'
import { listMembers, type Member } from '@veritrace/platform/identity/tenancy/store'
import { implement } from '@veritrace/platform/implement'
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

export const membersApi = (deps: Provenance) =>
  implement(members, {
    list: async ({ query }, caller) => {
      const { items, next } = await listMembers(deps.db, caller.tenant, query)
      return { items: items.map(viewMember), next }
    },
    changeRole: async ({ params, body }, caller) => viewMember(await changeRole(deps, caller, params.id, body.role)),
    holdings: ({ params }, caller) => listHoldings(deps, caller, params.id),
    removal: ({ params, body }, caller) => removeMember(deps, caller, params.id, body.hand_over),
  })

const viewMember = ({ user_id, display_name, email, role, joined_at }: Member): WorkspaceMember => ({
  id: user_id,
  ...{ display_name, email, role },
  joined_at: joined_at.toISOString(),
})

type Key = Awaited<ReturnType<Provenance['identity']['keys']['list']>>['items'][number]
const viewApiKey = ({ kind: _, ...key }: Key): ApiKey => key
