// Removed means out, on the whole server: what was found by attack, and every way in that the small tests do not have.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { contract, operationsOf } from '@veritrace/contract'
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import { systemCaller } from '@veritrace/platform/identity/caller'
import { listHoldings } from '@veritrace/platform/identity/leaving/remove-member'
import { ensureClient } from '@veritrace/platform/identity/provider/clients'
import { findMembership, insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import type { Server } from '../apps/server/start.ts'
import { strictServer } from './own-server.ts'

const KEYS = '/api/provenance/v1/app/api-keys'
const MEMBERS = '/api/provenance/v1/app/members'
const ACCESS = '/api/casework/access'
const ME = '/api/provenance/v1/app/me'

describe('removed means out', () => {
  let server: Server
  before(async () => {
    server = await strictServer()
  })

  test('holdings are read', async () => {
    const id = newId('t').replace('_', '-')
    const tenant = await ensureTenant(server.platform.db, { id, displayName: id, products: [...PRODUCT_NAMES] })
    await insertMember(server.platform.db, { tenant_id: id, user_id: 'usr_x', role: 'admin', email: null, display_name: 'X', joined_at: new Date() })
    for (const h of server.platform.holders) await h.list(server.platform.db, { tenant: id, person: 'usr_x', now: new Date(), caller: systemCaller(id, tenant.customer_id) }).then(console.log, (e) => console.log(h.kind, e.message))
  })
})
