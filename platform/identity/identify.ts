// Identifies the caller of a request and checks access. The first credentials found count, and bad ones are never
// ignored.
import { isIP } from 'node:net'
import { type Endpoint, isStoppedByArchive, readsWorkspace } from '@veritrace/contract/endpoint'
import { type Caller, lowerRole, type Role, requireRole, type Visitor } from '../caller.ts'
import type { Clock } from '../clock.ts'
import { type Config, isLoopback } from '../config/config.ts'
import { cookieNames, readCookie } from '../cookies.ts'
import type { Db } from '../db/db.ts'
import { fail } from '../errors.ts'
import { briefCache } from './brief-cache.ts'
import { readForwarded } from './forwarded.ts'
import type { Identify, Incoming } from './incoming.ts'
import { type ApiKeys, looksLikeKey } from './keys/api-keys.ts'
import type { Membership } from './membership.ts'
import { readScopeHeaders, requireScopeHeaders, type ScopeHeaders } from './scope-headers.ts'
import { requireScope } from './scopes.ts'
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
  /** The public URL of this server. */
  publicUrl: () => string
  /** Products whose bearer endpoints also accept a workspace session, for their web app. */
  sessionProducts?: readonly string[]
  /** The tenant that demo mode acts for. */
  demoTenant?: string
}

/** How long a token may still work after its tenant was deleted or its member removed. */
const STANDING_MS = 1_000

export function openIdentify(options: IdentifyOptions): Identify {
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
    // Internal tokens and tokens of external clients have no membership to check.
    const isFollowed = !isOwn && (actor.type === 'user' || embedded)
    if (isFollowed && (!ceiling || (removedAt && claims.issuedAt <= removedAt)))
      throw invalidToken('The member it was issued to has been removed.')
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
      // External providers put `openid profile` into every access token; ours limits scopes to what it issues.
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

  /** A public demo without PUBLIC_URL is reached by IP address, which another site cannot use as its own name. */
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
    // Internal calls may finish work in an archived workspace.
    const toChange = isStoppedByArchive(endpoint) && !isOwnToken(request)
    await options.workspaces.enter(caller, workspace, toChange)
    return { ...caller, workspace, ...(scope.context !== undefined && { context: scope.context }) }
  }
}

function asMembership({ ceiling, answeredBy: _, removedAt: __, ...standing }: Standing, role: Role): Membership {
  return { ...standing, role: lowerRole(role, ceiling ?? fail('membership_ended')) }
}

/** Checks the requirements of the endpoint, and returns the scope of the call. */
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
  // The workspace is exempt: customers of every product manage their account, keys and bills there.
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

/** Empty if the claim includes all products, so that a key also covers products that the tenant gets later. */
function limitOf(claimed: readonly string[] | undefined, all: readonly string[]): Pick<Caller, 'productLimit'> {
  return claimed && !all.every((product) => claimed.includes(product)) ? { productLimit: claimed } : {}
}

const bearerOf = (header: Incoming['headers'][string]): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+)$/i.exec(String(header))?.[1]

const originOf = (url: string): string => new URL(url).origin
