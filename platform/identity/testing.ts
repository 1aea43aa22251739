// Test helpers for identity: an issuer with real keys on loopback, a tenant with an owner, and an app with a small
// contract.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { eventStream } from '@veritrace/contract/media'
import { type CryptoKey, exportJWK, generateKeyPair, type JSONWebKeySet, type JWTPayload, SignJWT } from 'jose'
import type { Caller, Role } from '../caller.ts'
import { type Clock, fakeClock, systemClock } from '../clock.ts'
import { buildConfig, type Config } from '../config/config.ts'
import { readSettings } from '../config/env.ts'
import type { Database } from '../db/open.ts'
import type { Events } from '../events/event.ts'
import { openEvents } from '../events/open.ts'
import { mount } from '../http/mount.ts'
import { createHttp, type Http } from '../http/server.ts'
import type { ServerEvent } from '../http/sse.ts'
import { newId } from '../ids.ts'
import { implement } from '../implement.ts'
import { openLog } from '../log.ts'
import { openMeter } from '../metering/meter.ts'
import { openLimiter } from '../metering/rate-limit.ts'
import { testDatabase } from '../testing/db.ts'
import { openIdentify } from './identify.ts'
import { type ApiKeys, openApiKeys } from './keys/api-keys.ts'
import { openSessions, type Sessions } from './sessions/sessions.ts'
import { addMember } from './tenancy/members.ts'
import { callerFor, type Person } from './tenancy/person.ts'
import { findMembership } from './tenancy/store.ts'
import { createTenant, type TenantInput } from './tenancy/tenants.ts'
import { type OwnTokens, openOwnTokens } from './tokens/own-tokens.ts'
import { openTokenVerifier } from './tokens/verify.ts'
import { openWorkspaces } from './workspaces/workspaces.ts'

export const AUDIENCE = 'urn:veritrace:api'
const log = openLog('silent')

/** A clock that starts at the present, so that it matches tokens signed by others, and moves only when advanced. */
export const steadyClock = () => fakeClock(new Date())

export interface TestIssuer {
  url: string
  jwks: JSONWebKeySet
  privateKey: CryptoKey
  /** How often the keys were requested, and the status returned instead of them. */
  seen: { keys: number; brokenWith?: number }
  sign(claims?: JWTPayload, header?: { typ?: string; kid?: string; alg?: string }): Promise<string>
  addKey(kid: string): Promise<CryptoKey>
  close(): Promise<void>
}

/** An external issuer: discovery and keys over HTTP, tokens signed by the test. */
export async function openTestIssuer(clock: Clock): Promise<TestIssuer> {
  const jwks: JSONWebKeySet = { keys: [] }
  const seen: TestIssuer['seen'] = { keys: 0 }
  let url = ''
  const server = createServer((request, response) => {
    const isKeys = request.url === '/jwks'
    if (isKeys) seen.keys++
    response.writeHead(seen.brokenWith ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKeys ? jwks : { issuer: url, jwks_uri: `${url}/jwks` }))
  })
  url = await listen(server)
  const addKey = async (kid: string): Promise<CryptoKey> => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    jwks.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' })
    return privateKey
  }
  const privateKey = await addKey('first')
  return {
    url,
    jwks,
    privateKey,
    seen,
    addKey,
    sign: (claims = {}, header = {}) => {
      const now = Math.floor(clock.now().getTime() / 1000)
      const standard = { iss: url, aud: AUDIENCE, sub: 'usr_jwt', iat: now, exp: now + 600 }
      const all = Object.fromEntries(Object.entries({ ...standard, ...claims }).filter(([, v]) => v !== undefined))
      return new SignJWT(all)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'first', ...header })
        .sign(privateKey)
    },
    close: () => closeServer(server),
  }
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

export interface TestTenant {
  id: string
  owner: Caller
  /** Adds a member and returns them as caller. */
  join(role: Role): Promise<Caller>
}

const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }

export async function testTenant(tenancy: TestTenancy, input: Partial<TenantInput> = {}): Promise<TestTenant> {
  const id = input.id ?? newId('t').replace('_', '-')
  const person = testPerson()
  await createTenant(tenancy, visitor, person, { displayName: `Tenant ${id}`, ...input, id })
  const asMember = async (who: Person) => callerFor(visitor, who, (await findMembership(tenancy.db, who.id, id))!)
  const owner = await asMember(person)
  return {
    id,
    owner,
    async join(role) {
      const who = testPerson()
      await addMember(tenancy, owner, who, role)
      return asMember(who)
    },
  }
}

export function testPerson(): Person {
  const id = newId('usr')
  return { id, email: `${id}@example.com`, displayName: 'Test person' }
}

export interface TestTenancy {
  database: Database
  db: Database['db']
  events: Events
  clock: Clock & { advance(ms: number): void }
  /** No products are present that store anything for members. */
  holders: readonly []
}

/** The dependencies of tenancy, on the test database. */
export async function testTenancy(): Promise<TestTenancy> {
  const database = await testDatabase()
  const clock = steadyClock()
  return { database, db: database.db, clock, holders: [], events: openEvents({ database, clock, log }) }
}

const Who = t.Object({
  tenant: t.Optional(t.String()),
  workspace: t.Optional(t.String()),
  context: t.Optional(t.String()),
  role: t.Optional(t.String()),
  plan: t.Optional(t.String()),
  operator: t.Optional(t.Boolean()),
  actor: t.Optional(t.Object({ type: t.String(), id: t.String() })),
})
const slice = {
  open: endpoint('GET /open', { summary: 'Anyone', auth: 'public', ok: Who }),
  mine: endpoint('GET /mine', { summary: 'Session', auth: 'session', ok: Who }),
  write: endpoint('POST /mine', { summary: 'Session, unsafe', auth: 'session', role: 'member', ok: Who }),
  admin: endpoint('GET /admin', { summary: 'Admins', auth: 'session', role: 'admin', ok: Who }),
  operate: endpoint('GET /operate', { summary: 'Operators', auth: 'session', operator: true, ok: Who }),
  graph: endpoint('GET /graph', { summary: 'Bearer', auth: 'bearer', ok: Who }),
  live: endpoint('GET /live', { summary: 'Session, without end', auth: 'session', ok: eventStream('Nothing') }),
}

export interface TestApp {
  http: Http
  url: () => string
  config: Config
  keys: ApiKeys
  ownTokens: OwnTokens
  sessions: Sessions
  identify: ReturnType<typeof openIdentify>
  limiter: ReturnType<typeof openLimiter>
  listen(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  issuer: string
  settings?: Record<string, string>
  sessionProducts?: readonly string[]
  demoTenant?: string
}

async function* silence(): AsyncGenerator<ServerEvent> {
  yield await new Promise<never>(() => {})
}

/**
 * The small contract with the real gate, mounted as the product graph. Not listening yet, so that routes can be added.
 */
export async function openTestApp(tenancy: TestTenancy, options: TestAppOptions): Promise<TestApp> {
  const { db, clock } = tenancy
  const config = buildConfig(
    readSettings({ APP_AUTH_MODE: 'oidc', AUTH_ISSUER: options.issuer, AUTH_CLIENT_SECRET: 'x', ...options.settings }),
  )
  const http = await createHttp(config, log)
  const limiter = openLimiter(db, systemClock)
  const meter = openMeter(db, systemClock, log)
  const keys = openApiKeys(tenancy)
  const sessions = openSessions({ ...tenancy, idleMs: config.auth.sessionIdleMs, maxMs: config.auth.sessionMaxMs })
  const { audience, algorithms, claims } = config.auth
  const verifier = openTokenVerifier({ issuer: options.issuer, audience, algorithms, claims, clock })
  let url = config.http.publicUrl ?? ''
  const ownTokens = openOwnTokens(tenancy, audience)
  const workspaces = openWorkspaces(tenancy)
  const parts = { db, config, clock, verifier, ownTokens, keys, sessions, workspaces, publicUrl: () => url }
  const { sessionProducts, demoTenant } = options
  const identify = openIdentify({ ...parts, sessionProducts, demoTenant })
  const echo = (_input: unknown, caller: object) => caller
  const handlers = { open: echo, mine: echo, write: echo, admin: echo, operate: echo, graph: echo, live: silence }
  mount(http, implement(slice, handlers), {
    product: 'graph',
    base: '',
    gate: { db, identify, limiter, meter },
    limits: { free: 100_000, pro: 100_000, enterprise: 100_000 },
    stopping: new AbortController().signal,
    checkMs: 10,
  })
  return {
    http,
    url: () => url,
    config,
    keys,
    ownTokens,
    sessions,
    identify,
    limiter,
    listen: async () => {
      const address = await http.listen({ host: '127.0.0.1', port: 0 })
      url = config.http.publicUrl ?? address
    },
    close: async () => {
      await http.close()
      await meter.close()
    },
  }
}
