// Clients of the provider: the workspace itself, and programs that act for a tenant.
import type { AdapterPayload, ClientMetadata } from 'oidc-provider'
import type { Plan, Role } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { newId, newSecret } from '../../ids.ts'
import { keepSecret } from '../../keyring/store.ts'
import { hashOf } from '../secrets.ts'
import { SIGNING_ALGORITHM } from './keys.ts'
import { type ClientRow, updateClientRevoked, upsertClient } from './store.ts'

export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials'

export interface ClientInput {
  /** Default: a new ID. */
  clientId?: string
  /** Default: a random secret. False creates a public client, which is protected by PKCE only. */
  clientSecret?: string | false
  displayName: string
  grantTypes: readonly GrantType[]
  /** The tenant for client credentials; the next fields are its role and rights there. */
  tenant?: string
  role?: Role
  operator?: boolean
  /** Default for these three: those of the tenant. */
  plan?: Plan
  products?: readonly string[]
  productPlans?: Readonly<Record<string, Plan>>
  redirectUris?: readonly string[]
  postLogoutRedirectUris?: readonly string[]
  /** Scopes of its tokens; without any, they may do all that the role allows. */
  scopes?: readonly string[]
  /** The responsible member: the client may do no more than they may, and ends with their membership. */
  owner?: string
}
export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

/** Creates or updates the client. Only this response contains the secret. */
export async function ensureClient(db: Db, input: ClientInput): Promise<ClientCredentials> {
  if (input.clientSecret === false && input.grantTypes.includes('client_credentials'))
    throw new Error('A client without a secret cannot use client credentials.')
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

/** The client of our workspace app. Its secret is in the keyring, because every replica needs it to sign people in. */
export async function ensureWorkspaceClient(
  db: Db,
  input: { clientId: string; redirectUris: readonly string[]; postLogoutRedirectUris: readonly string[] },
): Promise<ClientCredentials> {
  const clientSecret = await keepSecret(db, `oidc-client:${input.clientId}`)
  const grantTypes = ['authorization_code', 'refresh_token'] as const
  return ensureClient(db, { ...input, clientSecret, displayName: 'Veritrace', grantTypes })
}

/** The client gets no new tokens, and its existing ones are rejected within a second. */
export const revokeClient = (db: Db, clientId: string, at: Date): Promise<void> => updateClientRevoked(db, clientId, at)

/** A row as OpenID Connect client metadata. The provider compares secrets by this digest, see provider.ts. */
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
