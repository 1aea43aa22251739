// Demo mode only: creates a client for any tenant, plan and role, so that newcomers can try the API with `npm run
// token`.
import { createHmac } from 'node:crypto'
import { ROLES } from '@veritrace/contract/endpoint'
import { Slug } from '@veritrace/contract/wire'
import Type, { type Static } from 'typebox'
import { PLANS, type Plan } from '../caller.ts'
import { type Config, PRODUCT_NAMES } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { fail } from '../errors.ts'
import { ensureClient } from '../identity/provider/clients.ts'
import { comesFromThisMachine, isOurName } from '../identity/this-machine.ts'
import { keepSecret } from '../keyring/store.ts'
import { AUTH_PATH } from './auth-forms.ts'
import type { Http } from './server.ts'

export interface DemoDeps {
  db: Db
  config: Config
  issuer: string
  ensureTenant(
    db: Db,
    tenant: { id: string; displayName: string; plan?: Plan; products?: readonly string[] },
  ): Promise<unknown>
}

const DemoClient = Type.Object(
  {
    tenant: Slug,
    plan: Type.Optional(Type.Enum([...PLANS])),
    products: Type.Optional(Type.Array(Type.Enum([...PRODUCT_NAMES]), { maxItems: 3, uniqueItems: true })),
    role: Type.Optional(Type.Enum([...ROLES, 'operator'])),
  },
  { additionalProperties: false },
)
type DemoClient = Static<typeof DemoClient>

/** Mounts nothing outside demo mode or with an external identity provider. */
export function mountDemo(app: Http, deps: DemoDeps): void {
  const { auth } = deps.config
  if (auth.mode !== 'demo' || auth.externalIssuer) return
  app.post(`${AUTH_PATH}/demo/clients`, { schema: { body: DemoClient } }, async (request, reply) => {
    const { headers, socket } = request
    if (!comesFromThisMachine(headers, socket.remoteAddress ?? '') || !isOurName(headers, deps.issuer))
      fail('demo_only', 'Demo clients can be created only from this machine.')
    reply.code(201).header('cache-control', 'no-store')
    return makeClient(deps, request.body as DemoClient)
  })
}

async function makeClient({ db, config, issuer, ensureTenant }: DemoDeps, wanted: DemoClient) {
  const { tenant, role = 'member', plan = 'free' } = wanted
  const products = PRODUCT_NAMES.filter((name) => (wanted.products ?? PRODUCT_NAMES).includes(name))
  await ensureTenant(db, { id: tenant, displayName: tenant, plan, products })
  // Only characters that need no form encoding: Basic credentials are form-encoded (RFC 6749 §2.3.1), which few clients
  // do.
  const clientId = ['demo', tenant, plan, role, products.join('-') || 'none'].join('.')
  const key = await keepSecret(db, 'demo-clients')
  const client = await ensureClient(db, {
    clientId,
    // Derived from the ID, so that simultaneous requests get the same secret.
    clientSecret: createHmac('sha256', key).update(clientId).digest('base64url'),
    displayName: `Demo: ${tenant}, ${plan}, ${role}`,
    grantTypes: ['client_credentials'],
    tenant,
    plan,
    products,
    productPlans: {},
    role: role === 'operator' ? 'admin' : role,
    operator: role === 'operator',
  })
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    token_endpoint: `${issuer}/token`,
    audience: config.auth.audience,
  }
}
