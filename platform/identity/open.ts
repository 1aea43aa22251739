// Assembles identity: the provider (embedded or external), tokens, keys, sessions and authentication.
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import type { Events } from '../events/event.ts'
import type { Log } from '../log.ts'
import { openIdentify } from './identify.ts'
import type { Identify } from './incoming.ts'
import { type ApiKeys, openApiKeys } from './keys/api-keys.ts'
import { ensureWorkspaceClient } from './provider/clients.ts'
import { type IdentityProvider, openProvider } from './provider/provider.ts'
import { CALLBACK_PATH, openRelyingParty, type RelyingParty } from './sessions/relying-party.ts'
import { openSessions, type Sessions } from './sessions/sessions.ts'
import { findMembership } from './tenancy/store.ts'
import { type OwnTokens, openOwnTokens } from './tokens/own-tokens.ts'
import { openTokenVerifier } from './tokens/verify.ts'
import { openWorkspaces, type Workspaces } from './workspaces/workspaces.ts'

export interface Identity {
  identify: Identify
  /** Absent with an external provider. */
  provider?: IdentityProvider
  /** For calls between parts of this installation. */
  ownTokens: OwnTokens
  keys: ApiKeys
  sessions: Sessions
  workspaces: Workspaces
  relyingParty: RelyingParty
  close(): void
}

interface IdentityOptions {
  config: Config
  db: Db
  events: Events
  clock: Clock
  log: Log
  publicUrl: string
  localUrl: string
}

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { config, db, events, clock, log, publicUrl } = options
  const { auth } = config
  const provider = auth.externalIssuer ? undefined : await openOwnProvider(options)
  const issuer = auth.externalIssuer ?? `${publicUrl}/auth`
  const keys = openApiKeys({ db, events, clock })
  const sessions = openSessions({ db, events, clock, idleMs: auth.sessionIdleMs, maxMs: auth.sessionMaxMs })
  const workspaces = openWorkspaces({ db, events, clock })
  const verifier = openTokenVerifier({
    issuer,
    audience: auth.audience,
    algorithms: auth.algorithms,
    claims: auth.claims,
    clock,
    ...(provider && { keys: async () => provider.publicKeys(), isRevoked: provider.isRevoked }),
  })
  const ownTokens = openOwnTokens({ db, clock }, auth.audience)
  const clientSecret = provider ? await ownClientSecret(options) : auth.clientSecret
  const relyingParty = openRelyingParty({
    issuer: () => issuer,
    clientId: auth.clientId,
    ...(clientSecret && { clientSecret }),
    publicUrl: () => publicUrl,
    tenantClaim: auth.claims.tenant,
    roleClaim: auth.claims.role,
    clock,
    log,
    ...(provider && { fetch: (url, init) => fetch(toLocal(url, options), init as RequestInit) }),
  })
  log.debug({ issuer, embedded: Boolean(provider) }, 'identity is open')
  return {
    identify: openIdentify({
      db,
      config,
      clock,
      verifier,
      ownTokens,
      keys,
      sessions,
      workspaces,
      publicUrl: () => publicUrl,
      sessionProducts: ['casework'],
    }),
    ...(provider && { provider }),
    ownTokens,
    keys,
    sessions,
    workspaces,
    relyingParty,
    close: () => provider?.close(),
  }
}

const openOwnProvider = ({ config, db, clock, log, publicUrl }: IdentityOptions) =>
  openProvider({
    db,
    config,
    clock,
    log,
    issuer: `${publicUrl}/auth`,
    membershipOf: (userId, tenantId) => findMembership(db, userId, tenantId),
  })

async function ownClientSecret({ db, config, publicUrl }: IdentityOptions): Promise<string> {
  const { clientSecret } = await ensureWorkspaceClient(db, {
    clientId: config.auth.clientId,
    redirectUris: [`${publicUrl}${CALLBACK_PATH}`],
    postLogoutRedirectUris: [`${publicUrl}/`],
  })
  return clientSecret
}

/** Our own provider is called on this machine: behind a proxy the public URL may not be reachable from here. */
const toLocal = (url: string, { publicUrl, localUrl }: IdentityOptions): string =>
  url.startsWith(publicUrl) ? localUrl + url.slice(publicUrl.length) : url
