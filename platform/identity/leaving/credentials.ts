// The credentials that the platform stores for a member, in the order of the removal dialog.
import { markKeysOfRevoked } from '../keys/store.ts'
import * as store from './credentials-store.ts'
import type { Holder } from './holding.ts'

export const MEMBER_LEFT = 'Its owner was removed from the workspace.'

const sessions: Holder = {
  kind: 'session',
  title: 'Sessions',
  onRemoval: 'ends',
  list: store.listOpenSessions,
  end: store.endSessions,
}

const personalTokens: Holder = {
  kind: 'personal_token',
  title: 'Personal tokens',
  onRemoval: 'ends',
  list: store.listPersonalTokens,
  // Revoked together with the keys below; this only counts them.
  end: async (tx, who) => (await store.listPersonalTokens(tx, who)).total,
}

/** Passes the revoked prefixes to `revoked`, so this process can drop them from its cache. */
const apiKeys = (revoked: (prefixes: readonly string[]) => void): Holder => ({
  kind: 'api_key',
  title: 'API keys',
  onRemoval: 'ends',
  list: store.listKeysHeld,
  handOver: store.giveKeys,
  end: async (tx, who) => {
    const { total } = await store.listKeysHeld(tx, who)
    const end = { revoked_at: who.now, revoked_by: who.caller.actor.id, revoke_reason: MEMBER_LEFT }
    revoked(await markKeysOfRevoked(tx, who.tenant, who.person, end))
    return total
  },
})

const clients: Holder = {
  kind: 'client',
  title: 'Clients',
  onRemoval: 'ends',
  list: store.listClients,
  handOver: store.giveClients,
  end: store.endClients,
}

const invitations = (email: string | null): Holder => ({
  kind: 'invitation',
  title: 'Invitations sent',
  onRemoval: 'ends',
  list: store.listInvitationsSent,
  handOver: store.giveInvitations,
  end: (tx, who) => store.endInvitations(tx, who, email),
})

interface About {
  email: string | null
  revoked: (prefixes: readonly string[]) => void
}

export const credentialsOf = ({ email, revoked }: About): readonly Holder[] => [
  sessions,
  personalTokens,
  apiKeys(revoked),
  clients,
  invitations(email),
]
