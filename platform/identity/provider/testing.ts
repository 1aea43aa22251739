// Test helpers for the provider: a server on a free port, and a browser that stores cookies.
import { createServer } from 'node:net'
import * as client from 'openid-client'
import { type Clock, systemClock } from '../../clock.ts'
import { buildConfig } from '../../config/config.ts'
import { readSettings } from '../../config/env.ts'
import type { Db } from '../../db/db.ts'
import { openEvents } from '../../events/open.ts'
import { mountAuth } from '../../http/auth-routes.ts'
import { mountDemo } from '../../http/demo-routes.ts'
import { resetLink, resetPageAt } from '../../http/reset-routes.ts'
import { createHttp } from '../../http/server.ts'
import { sessionFinder } from '../../http/session-routes.ts'
import { signInLink } from '../../http/sign-in-routes.ts'
import { newId } from '../../ids.ts'
import type { Job } from '../../jobs/job.ts'
import { openLog } from '../../log.ts'
import { type Limiter, openLimiter } from '../../metering/rate-limit.ts'
import { openMailer } from '../../outside/mailer.ts'
import { testDatabase } from '../../testing/db.ts'
import type { Membership } from '../membership.ts'
import { openSessions } from '../sessions/sessions.ts'
import { ensureTenant } from '../tenancy/tenants.ts'
import { resetJobs } from '../users/reset-jobs.ts'
import { linkJobs } from '../users/sign-in-link-jobs.ts'
import { createUser } from '../users/users.ts'
import { type ClientCredentials, ensureClient } from './clients.ts'
import { openProvider } from './provider.ts'

/** Email is written but never sent. */
const NOBODY = 'smtp://127.0.0.1:9'
export const PASSWORD = 'correct horse battery'
export type AuthServer = Awaited<ReturnType<typeof startAuth>>

export async function startAuth(options: { clock?: Clock; env?: Record<string, string> } = {}) {
  const database = await testDatabase()
  const { db } = database
  const clock = options.clock ?? systemClock
  const port = await freePort()
  const local = `http://127.0.0.1:${port}`
  const config = buildConfig(
    readSettings({ PUBLIC_URL: local, APP_AUTH_MODE: 'oidc', SMTP_URL: NOBODY, ...options.env }),
  )
  const url = config.http.publicUrl!
  const log = openLog('silent')
  const issuer = `${url}/auth`
  const memberships = new Map<string, Membership>()
  const membershipOf = async (userId: string) => memberships.get(userId)
  const provider = await openProvider({ db, config, issuer, clock, log, membershipOf })
  const app = await createHttp(config, log)
  const demo = config.auth.mode === 'demo' ? { email: 'demo@example.com', password: 'demo & <password>' } : undefined
  const shared = openLimiter(db, clock)
  // All tests share one IP address, so each server gets its own buckets.
  const limiter: Limiter = { take: ({ key, perMinute }) => shared.take({ key: `${key}:${port}`, perMinute }) }
  const queue = openQueue()
  const mailer = openMailer({ db, mail: config.mail, clock, log, jobs: queue })
  const { registration } = config.auth
  const events = openEvents({ database, clock, log })
  const { sessionIdleMs: idleMs, sessionMaxMs: maxMs } = config.auth
  const sessions = openSessions({ db, events, clock, idleMs, maxMs })
  const sessionOf = sessionFinder(sessions, url)
  const parts = { db, clock, events, provider, limiter, mailer, registration, sessionOf }
  await mountAuth(app, { ...parts, jobs: queue, ...(demo && { demo }) })
  mountDemo(app, { db, config, issuer, ensureTenant })
  await app.listen({ host: '127.0.0.1', port })
  const close = async () => {
    provider.close()
    await app.close()
  }
  /** Writes the requested emails. */
  const mail = { db, clock, mailer, resetAt: resetPageAt(provider) }
  const mailJobs = [
    ...resetJobs({ ...mail, linkTo: resetLink(provider) }),
    ...linkJobs({ ...mail, linkTo: signInLink(provider) }),
  ]
  const work = () => queue.work(mailJobs)
  return { app, db, events, clock, config, url, local, issuer, provider, memberships, sessions, limiter, work, close }
}

/** Jobs wait until a test runs them; jobs without a handler here, such as sending email, are dropped. */
function openQueue() {
  const waiting: { job: string; data: object }[] = []
  return {
    add: async (_tx: Db, job: string, data: object) => void waiting.push({ job, data }),
    async work(jobs: readonly Job[]) {
      for (const { job, data } of waiting.splice(0))
        await jobs.find(({ name }) => name === job)?.handle(data as never, undefined as never)
    },
  }
}

/** A new tenant with a program that acts for it. */
export async function makeProgram(server: AuthServer, more: Partial<Parameters<typeof ensureClient>[1]> = {}) {
  const tenant = newId('t').replace('_', '-')
  const { customer_id: customer } = await ensureTenant(server.db, { id: tenant, displayName: tenant })
  const made = await ensureClient(server.db, {
    displayName: 'Program',
    grantTypes: ['client_credentials'],
    tenant,
    role: 'member',
    plan: 'pro',
    products: ['graph', 'casework'],
    productPlans: { graph: 'enterprise' },
    ...more,
  })
  return { ...made, tenant, customer }
}

/** A person with a membership. */
export async function makePerson(server: AuthServer) {
  const email = `${newId('p')}@Example.com`
  const user = await createUser(server, { email, displayName: 'Ada', emailVerified: true, password: PASSWORD })
  server.memberships.set(user.id, {
    tenant: 'acme',
    customer: 'cus_acme',
    workspace: 'acme',
    role: 'admin',
    operator: true,
    plan: 'enterprise',
    products: ['provenance'],
    productPlans: {},
  })
  return { email, user }
}

/** An application that signs people in. */
export async function makeApplication(server: AuthServer) {
  const redirectUri = `${server.url}/callback`
  const application = await ensureClient(server.db, {
    displayName: 'Ap<p>lication',
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [`${server.url}/bye`],
  })
  const relyingParty = await discover(server, application)
  return { application, redirectUri, relyingParty }
}

export const discover = ({ issuer }: AuthServer, { clientId, clientSecret }: ClientCredentials) =>
  client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute: [client.allowInsecureRequests] })

/** One pass through authorization code and PKCE, with a new browser. */
export async function startTrip(server: AuthServer, relyingParty: client.Configuration) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(relyingParty, {
    redirect_uri: `${server.url}/callback`,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
  const redeem = (callback: URL) => client.authorizationCodeGrant(relyingParty, callback, checks)
  return { url, verifier, redeem, browser: openBrowser() }
}

/** Runs the whole flow and returns the tokens. */
export async function signIn(server: AuthServer, relyingParty: client.Configuration, email: string) {
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  return trip.redeem((await trip.browser.post(url, { email, password: PASSWORD })).url)
}

/** Follows redirects manually, up to a page or a URL outside the server. */
export function openBrowser() {
  const cookies = new Map<string, { value: string; path: string }>()
  const keep = (line: string) => {
    const [pair, ...attributes] = line.split(';').map((part) => part.trim())
    const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)]
    const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/'
    if (value) cookies.set(name + path, { value: `${name}=${value}`, path })
    else cookies.delete(name + path)
  }
  const send = async (url: URL, init: RequestInit = {}) => {
    const sent = [...cookies.values()].filter(({ path }) => url.pathname.startsWith(path)).map(({ value }) => value)
    const headers = { accept: 'text/html', ...(init.headers as object), cookie: sent.join('; ') }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }
  const follow = async (start: URL, init?: RequestInit) => {
    let url = start
    let response = await send(url, init)
    for (let hops = 0; hops < 10 && response.headers.has('location'); hops++) {
      url = new URL(response.headers.get('location')!, url)
      if (!url.pathname.startsWith('/auth')) break
      response = await send(url)
    }
    return { url, response }
  }
  const post = (url: URL, form: Record<string, string>, origin = url.origin) =>
    follow(url, { method: 'POST', body: new URLSearchParams(form), headers: { origin } })
  return { cookies, open: follow, post }
}

/** Returns a free port, because the issuer must be known before the server listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}
