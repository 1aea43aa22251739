// The customer account: the eight endpoints of contract/provenance/account.ts.
import { account } from '@veritrace/contract/provenance/account'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/http/implement'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import { viewCustomer } from '../entitlements/view-customer.ts'
import { deleteCustomer } from './delete-customer.ts'
import { evaluateEntitlements, overview } from './evaluate.ts'
import { exportCustomer } from './export-customer.ts'
import { listOrgs } from './list-orgs.ts'
import { signUp } from './sign-up.ts'
import { listTrustPages } from './store.ts'
import { updateCustomer } from './update-customer.ts'

export const accountApi = (deps: Provenance) =>
  implement(account, {
    signup: ({ body }, visitor) => signUp(deps, visitor, body),
    me: async (_input, caller) => {
      const tenant = (await findTenant(deps.db, caller.tenant)) ?? notFound('tenant', caller.tenant)
      return { ...viewCustomer(tenant), trust_pages: await listTrustPages(deps.db, caller.tenant) }
    },
    updateMe: ({ body, ifVersion }, caller) => updateCustomer(deps, caller, body, ifVersion),
    orgs: (_input, caller) => listOrgs(deps, caller),
    overview: (_input, caller) => overview(deps, caller),
    entitlements: (_input, caller) => evaluateEntitlements(deps, caller),
    export: (_input, caller) => exportCustomer(deps, caller),
    delete: (_input, caller) => deleteCustomer(deps, caller),
  })
