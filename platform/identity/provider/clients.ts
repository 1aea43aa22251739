// Clients of the provider: the workspace itself, and programs that act for a tenant.
import type { AdapterPayload, ClientMetadata } from 'oidc-provider'
import type { Db } from '../../db/db.ts'
import { newId, newSecret } from '../../ids.ts'
import { keepSecret } from '../../keyring/store.ts'
import type { Plan, Role } from '../caller.ts'
import { hashOf } from '../secrets.ts'
import { SIGNING_ALGORITHM } from './keys.ts'
import { type ClientRow, updateClientRevoked, upsertClient } from './store.ts'

export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials'

export interface ClientInput {
  /** Made where it is not given. */
  clientId?: string
  /** A random one where it is not given; false makes a public client, which lives on PKCE alone. */
  clientSecret?: string | false
  displayName: string
  grantTypes: readonly GrantType[]
  /** The tenant a program acts for with client credentials, and as what. */
  tenant?: string
  role?: Role
  operator?: boolean
  /** Those of the tenant where they are not given. */
  plan?: Plan
  products?: readonly string[]
  productPlans?: Readonly<Record<string, Plan>>
  redirectUris?: readonly string[]
  postLogoutRedirectUris?: readonly string[]
  /** What its tokens are limited to; without any, all that the role may do. */
  scopes?: readonly string[]
  /** A member of the tenant who answers for it: it may do no more than they may, and ends with their membership. */
  owner?: string
}
export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

/** Makes the client, or brings it up to date. The secret is shown here and kept nowhere. */
export async function ensureClient(db: Db, input: ClientInput): Promise<ClientCredentials> {
  if (input.clientSecret === false && input.grantTypes.includes('client_credentials'))
    throw new Error('A client without a secret has no credentials to come with.')
  const clientId = input.clientId ?? newId('client')
  const clientSecret = input.clientSecret === false ? '' : (input.clientSecret ?? newSecret())
  await upsertClient(db, {
    clientId,
    displayName: input.displayName,
    secretHash: clientSecret ? hashOf(clientSecret) : null,
    tenant: input.tenant ?? null,
    role: input.role ?? 'viewer',
    operator: input.operator ?? false,
    plan: input.plan ?? null,
    products: input.products ? [...input.products] : null,
    productPlans: input.productPlans ?? null,
    grantTypes: [...input.grantTypes],
    redirectUris: [...(input.redirectUris ?? [])],
    postLogoutRedirectUris: [...(input.postLogoutRedirectUris ?? [])],
    scopes: [...(input.scopes ?? [])],
    owner: input.owner ?? null,
  })
  return { clientId, clientSecret }
}

/** The client of our own workspace. Its secret stays in the keyring, because every replica signs people in with it. */
export async function ensureWorkspaceClient(
  db: Db,
  input: { clientId: string; redirectUris: readonly string[]; postLogoutRedirectUris: readonly string[] },
): Promise<ClientCredentials> {
  const clientSecret = await keepSecret(db, `oidc-client:${input.clientId}`)
  const grantTypes = ['authorization_code', 'refresh_token'] as const
  return ensureClient(db, { ...input, clientSecret, displayName: 'Veritrace', grantTypes })
}

/** From now on it gets no token; those it has are refused within a second. */
export const revokeClient = (db: Db, clientId: string, at: Date): Promise<void> => updateClientRevoked(db, clientId, at)

/** A row in the words of OpenID Connect. The provider compares secrets by this digest, see provider.ts. */
export function clientMetadata(row: ClientRow): AdapterPayload {
  const signsPeopleIn = row.grantTypes.includes('authorization_code')
  const metadata: ClientMetadata = {
    client_id: row.clientId,
    client_name: row.displayName,
    ...(row.secretHash && { client_secret: row.secretHash }),
    token_endpoint_auth_method: row.secretHash ? 'client_secret_basic' : 'none',
    grant_types: row.grantTypes,
    response_types: signsPeopleIn ? ['code'] : [],
    redirect_uris: row.redirectUris,
    post_logout_redirect_uris: row.postLogoutRedirectUris,
    id_token_signed_response_alg: SIGNING_ALGORITHM,
    ...(row.scopes.length > 0 && { scope: row.scopes.join(' ') }),
    acts_as: row.tenant && {
      tenant: row.tenant,
      customer: row.customer,
      workspace: row.tenant,
      role: row.role,
      operator: row.operator,
      plan: row.plan,
      products: row.products,
      productPlans: row.productPlans,
    },
  }
  return metadata as AdapterPayload
}
