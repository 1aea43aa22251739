// The embedded OpenID Provider. Its whole state is in the database, so that any replica can continue.
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JSONWebKeySet } from 'jose'
import Provider, { type errors, type KoaContextWithOIDC } from 'oidc-provider'
import { keepSecret } from '../../keyring/store.ts'
import type { Log } from '../../log.ts'
import { briefCache } from '../brief-cache.ts'
import { fitsHash } from '../secrets.ts'
import { deleteEmptyGuesses } from '../users/guess-store.ts'
import { deleteExpiredRegistrations } from '../users/registration-store.ts'
import { deleteExpiredResets } from '../users/reset-store.ts'
import { deleteExpiredLinks } from '../users/sign-in-link-store.ts'
import { isKeyDue, publicPart, readSigningKeys, rotateSigningKeys, type SigningKey } from './keys.ts'
import { presentForm } from './presented.ts'
import { type ProviderDeps, settingsOf } from './settings.ts'
import { deleteExpiredRecords, deleteExpiredRevoked, deleteRetiredKeys, isAnyRevoked } from './store.ts'

export interface IdentityProvider {
  readonly issuer: string
  readonly audience: string
  /** Answers a request under the issuer; its URL starts after the issuer's path. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** The same for a form that has been read and names a token, which may be a JWT. */
  handleToken(request: IncomingMessage, response: ServerResponse, form: string): Promise<void>
  /**
   * Whether a token with one of these IDs, its own or that of its grant, has been revoked. Takes effect everywhere in a
   * second.
   */
  isRevoked(ids: readonly string[]): Promise<boolean>
  /** The library's own object, for the sign-in page. It is replaced when the keys change. */
  current(): Provider
  /** The public keys, as published in the JWKS. */
  publicKeys(): JSONWebKeySet
  /** Loads keys that another replica has created; runs automatically twice a minute. */
  refreshKeys(): Promise<void>
  rotateSigningKeys(): Promise<void>
  /** Rotates keys that are older than 90 days. */
  rotateWhenDue(): Promise<void>
  /** Deletes expired records and returns their number. */
  sweep(): Promise<number>
  close(): void
}

const LOOK_FOR_KEYS_MS = 30_000
const REVOKED_MS = 1_000
const DAY_MS = 86_400_000
const KEY_AGE_MS = 90 * DAY_MS
const SWEEP_LOT = 1_000

export async function openProvider(deps: ProviderDeps & { log: Log }): Promise<IdentityProvider> {
  const { db, clock, config, log } = deps
  const cookieKey = await keepSecret(db, 'oidc-cookies')
  let keys = await readSigningKeys(deps)
  let provider = build(deps, keys, cookieKey)
  let answer = provider.callback()

  const refreshKeys = async () => {
    const found = await readSigningKeys(deps)
    if (sameOrder(found, keys)) return
    keys = found
    provider = build(deps, keys, cookieKey)
    answer = provider.callback()
    log.info({ kid: keys[0]!.kid, keys: keys.length }, 'signing keys changed')
  }
  const rotate = async () => {
    // People sign out with their ID token for as long as their session lasts.
    await rotateSigningKeys(deps, config.auth.sessionMaxMs)
    await refreshKeys()
  }
  const publicKeys = () => ({ keys: keys.map(({ jwk }) => publicPart(jwk)) })
  const standings = briefCache<{ revoked: boolean }>(clock, REVOKED_MS)
  const timer = setInterval(() => {
    refreshKeys().catch((error: Error) => log.warn({ error: error.message }, 'signing keys could not be read'))
  }, LOOK_FOR_KEYS_MS)
  timer.unref()

  return {
    issuer: deps.issuer,
    audience: config.auth.audience,
    handle: (request, response) => void answer(request, response),
    handleToken: (request, response, form) => {
      const expected = { issuer: deps.issuer, audience: config.auth.audience, keys: publicKeys() }
      return presentForm(expected, request, form, (replayed) => void answer(replayed, response))
    },
    isRevoked: async (ids) => {
      const known = await standings.get(ids.join(' '), async () => ({ revoked: await isAnyRevoked(db, ids) }))
      return known!.revoked
    },
    current: () => provider,
    publicKeys,
    refreshKeys,
    rotateSigningKeys: rotate,
    rotateWhenDue: async () => {
      if (await isKeyDue(deps, KEY_AGE_MS)) await rotate()
    },
    sweep: async () => {
      // The library tolerates clock differences of some seconds; an hour is safely more.
      const before = new Date(clock.now().getTime() - 3_600_000)
      await deleteRetiredKeys(db, before)
      await deleteExpiredRevoked(db, before)
      await deleteExpiredRegistrations(db, before)
      await deleteExpiredResets(db, before)
      await deleteExpiredLinks(db, before)
      await deleteEmptyGuesses(db, before)
      let total = 0
      for (let lot = SWEEP_LOT; lot === SWEEP_LOT; total += lot) lot = await deleteExpiredRecords(db, before, SWEEP_LOT)
      return total
    },
    close: () => clearInterval(timer),
  }
}

function build(deps: ProviderDeps & { log: Log }, keys: readonly SigningKey[], cookieKey: string): Provider {
  const { log } = deps
  const provider = new Provider(deps.issuer, settingsOf(deps, keys, cookieKey))
  // The route sets host and protocol in these headers, after removing what the client sent.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compareClientSecret(given) {
    return this.clientSecret !== undefined && fitsHash(given, this.clientSecret)
  }
  watch(provider, log)
  return provider
}

function watch(provider: Provider, log: Log): void {
  const emitter: EventEmitter = provider
  emitter.on('error', (err) => log.error({ err }, 'identity provider failed'))
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'identity provider failed'))
  for (const event of ['authorization.error', 'grant.error', 'revocation.error', 'introspection.error'] as const)
    emitter.on(event, (ctx: KoaContextWithOIDC, { error, error_description, error_detail }: errors.OIDCProviderError) =>
      log.info(
        { event, error, error_description, error_detail, client: ctx.oidc.client?.clientId },
        'rejected by the provider',
      ),
    )
}

const sameOrder = (a: readonly SigningKey[], b: readonly SigningKey[]): boolean =>
  a.length === b.length && a.every((key, i) => key.kid === b[i]!.kid)
