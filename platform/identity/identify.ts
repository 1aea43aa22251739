// Who makes a request, and whether they may: the first credentials found count, and bad ones are never passed over.
import { isIP } from 'node:net'
import { type Endpoint, isStoppedByArchive, readsWorkspace } from '@veritrace/contract/endpoint'
import type { Clock } from '../clock.ts'
import { type Config, isLoopback } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { fail } from '../errors.ts'
import type { Gate, Incoming } from '../http/gate.ts'
import { briefCache } from './brief-cache.ts'
import { type Caller, lowerRole, type Role, requireRole, type Visitor } from './caller.ts'
import { readForwarded } from './forwarded.ts'
import { type ApiKeys, looksLikeKey } from './keys/api-keys.ts'
import type { Membership } from './membership.ts'
import { readScopeHeaders, requireScopeHeaders, type ScopeHeaders } from './scope-headers.ts'
import { requireScope } from './scopes.ts'
import { cookieNames, readCookie } from './sessions/cookies.ts'
import { refuseForeign } from './sessions/csrf.ts'
import type { Sessions } from './sessions/sessions.ts'
import { DEMO_TENANT } from './tenancy/demo-tenant.ts'
import { callerFor } from './tenancy/person.ts'
import { findFirstOwner, findStanding, type Standing } from './tenancy/store.ts'
import { isOurName, nameAsked } from './this-machine.ts'
import { invalidToken, sessionExpired, unauthenticated } from './tokens/invalid-token.ts'
import { looksLikeOwn } from './tokens/own-tokens.ts'
import type { TokenVerifier } from './tokens/verify.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

export interface IdentifyOptions {
  db: Db
  config: Config
  clock: Clock
  verifier: TokenVerifier
  ownTokens: TokenVerifier
  keys: ApiKeys
  sessions: Sessions
  workspaces: Pick<Workspaces, 'enter'>
  /** The address browsers use for us. */
  publicUrl: () => string
  /** Products whose bearer endpoints also take a workspace session, for their web app. */
  sessionProducts?: readonly string[]
  /** The tenant that demo mode acts for. */
  demoTenant?: string
}

/** How long a token may still serve a deleted tenant or a removed member. */
const STANDING_MS = 1_000

export function openIdentify(options: IdentifyOptions): Gate['identify'] {
  const { config, sessionProducts = [] } = options
  const standings = briefCache<Standing>(options.clock, STANDING_MS)
  const standingOf = (tenant: string, actor: string) =>
    standings.get(`${tenant} ${actor}`, () => findStanding(options.db, tenant, actor, options.clock.now()))

  const byBearer = async (request: Incoming, visitor: Visitor): Promise<Caller | undefined> => {
    const { authorization } = request.headers
    if (authorization === undefined) return undefined
    const token = bearerOf(authorization)
    if (!token) throw invalidToken('Authorization is not a bearer token.')
    if (looksLikeKey(token)) return options.keys.resolve(visitor, token)
    const isOwn = looksLikeOwn(token)
    const claims = await (isOwn ? options.ownTokens : options.verifier).verify(token)
    const { actor } = claims
    const found = claims.tenant ? await standingOf(claims.tenant, actor.id) : undefined
    if (!found) return fail('customer_not_resolved')
    const { ceiling, answeredBy, removedAt, ...standing } = found
    const embedded = isOwn || !config.auth.externalIssuer
    // A part of ours is no client of the provider, nor is a client of an external one, whatever it calls itself.
    const isFollowed = !isOwn && (actor.type === 'user' || embedded)
    if (isFollowed && (!ceiling || (removedAt && claims.issuedAt <= removedAt)))
      throw invalidToken('Whoever it was given to is no longer a member.')
    const role = claims.role ?? 'viewer'
    return {
      ...visitor,
      ...standing,
      ...(isFollowed && answeredBy !== null && { answeredBy }),
      actor,
      customer: claims.customer ?? standing.customer,
      plan: claims.plan ?? standing.plan,
      products: claims.products ?? standing.products,
      ...limitOf(claims.products, standing.products),
      productPlans: claims.productPlans ?? standing.productPlans,
      role: isFollowed ? lowerRole(role, ceiling!) : role,
      operator: standing.operator || (embedded && actor.type === 'client' && claims.operator),
      // Providers of others put `openid profile` into every access token; ours limits by whatever it says.
      scopes: embedded ? claims.scopes : claims.scopes.filter((scope) => scope.includes(':')),
    }
  }

  const bySession = async (request: Incoming, visitor: Visitor): Promise<Caller | undefined> => {
    const secret = readCookie(request.headers.cookie, cookieNames(options.publicUrl()).session)
    if (!secret) return undefined
    const session = await options.sessions.find(visitor, secret, request.again)
    if (!session) throw sessionExpired()
    refuseForeign(request, originOf(options.publicUrl()), 'required')
    return session.caller
  }

  const byProxy = async (request: Incoming, visitor: Visitor): Promise<Caller | undefined> => {
    if (config.auth.mode !== 'forwarded') return undefined
    const found = readForwarded(request, config.auth.forwardedProxies)
    if (!found) return undefined
    refuseForeign(request, originOf(options.publicUrl()), 'optional')
    const standing = (await standingOf(found.tenant, found.person.id)) ?? fail('customer_not_resolved')
    return callerFor(visitor, found.person, asMembership(standing, found.role))
  }

  /** Who listens for others knowingly, and gave itself no name, has an address: no page can make that its own. */
  const hasAddressOnly = config.http.publicUrl === undefined && !isLoopback(config.http.host)
  const isMeant = ({ headers }: Incoming): boolean =>
    isOurName(headers, options.publicUrl()) || (hasAddressOnly && isIP(nameAsked(headers)) !== 0)

  const byDemo = async (request: Incoming, visitor: Visitor): Promise<Caller | undefined> => {
    if (config.auth.mode !== 'demo' || !isMeant(request)) return undefined
    refuseForeign(request, originOf(options.publicUrl()), 'optional')
    const tenant = options.demoTenant ?? DEMO_TENANT
    const owner =
      (await findFirstOwner(options.db, tenant)) ?? fail('customer_not_resolved', 'There is no demo tenant.')
    const standing =
      (await standingOf(tenant, owner.user_id)) ?? fail('customer_not_resolved', 'There is no demo tenant.')
    const person = { id: owner.user_id, email: owner.email, displayName: owner.display_name }
    return callerFor(visitor, person, asMembership(standing, owner.role))
  }

  return async (request, endpoint, product) => {
    const visitor = { requestId: request.requestId, ip: request.ip, userAgent: request.userAgent }
    if (endpoint.spec.auth === 'public' || endpoint.spec.auth === 'signature') return visitor
    const bearer = await byBearer(request, visitor)
    const takesSession = endpoint.spec.auth === 'session' || sessionProducts.includes(product)
    const ambient =
      !bearer && takesSession
        ? ((await bySession(request, visitor)) ?? (await byProxy(request, visitor)) ?? (await byDemo(request, visitor)))
        : undefined
    const caller = bearer ?? ambient
    if (!caller) throw unauthenticated()
    const scope = admit(request, endpoint, product, caller, bearer !== undefined)
    const workspace = readsWorkspace(endpoint) ? (scope.workspace ?? caller.workspace) : caller.workspace
    // Parts of this installation finish in an archived workspace what was begun before.
    const toChange = isStoppedByArchive(endpoint) && !isOwnToken(request)
    await options.workspaces.enter(caller, workspace, toChange)
    return { ...caller, workspace, ...(scope.context !== undefined && { context: scope.context }) }
  }
}

function asMembership({ ceiling, answeredBy: _, removedAt: __, ...standing }: Standing, role: Role): Membership {
  return { ...standing, role: lowerRole(role, ceiling ?? fail('membership_ended')) }
}

/** What the endpoint asks of a caller who is who they say, and where it is to act. */
function admit(
  request: Incoming,
  endpoint: Endpoint,
  product: string,
  caller: Caller,
  isBearer: boolean,
): ScopeHeaders {
  const { auth, role, operator } = endpoint.spec
  const scope = readScopeHeaders(request.headers)
  if (scope.tenant !== undefined && scope.tenant !== caller.tenant)
    fail('tenant_mismatch', `X-Tenant-ID is not the tenant of the credentials.`)
  if (auth === 'bearer' && isBearer) requireScopeHeaders(scope)
  // Not asked of the workspace, where customers of every product keep their account, their keys and their bills.
  if (auth === 'bearer' && !caller.products.includes(product))
    fail('scope_denied', `These credentials are not for the product ${product}.`)
  requireScope(caller, endpoint, product)
  requireRole(caller, role ?? 'viewer')
  if (operator && !caller.operator) fail('role_too_low', 'Only operators of the platform may do this.')
  return scope
}

const isOwnToken = ({ headers }: Incoming): boolean => {
  const token = bearerOf(headers.authorization)
  return token !== undefined && looksLikeOwn(token)
}

/** Nothing where the claim leaves out none of the products, so that a key has those that the tenant gets later. */
function limitOf(claimed: readonly string[] | undefined, all: readonly string[]): Pick<Caller, 'productLimit'> {
  return claimed && !all.every((product) => claimed.includes(product)) ? { productLimit: claimed } : {}
}

const bearerOf = (header: Incoming['headers'][string]): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+)$/i.exec(String(header))?.[1]

const originOf = (url: string): string => new URL(url).origin
