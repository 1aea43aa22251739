// Disclosures: the three endpoints of contract/provenance/disclosures.ts.
import { disclosures } from '@veritrace/contract/provenance/disclosures'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { createDisclosure } from './create-disclosure.ts'
import { listDisclosures } from './store.ts'
import { updateDisclosure } from './update-disclosure.ts'
import { viewDisclosure } from './view.ts'

export const disclosuresApi = (deps: Provenance) =>
  implement(disclosures, {
    list: async ({ query }, caller) => {
      const { items, next } = await listDisclosures(deps.db, caller.tenant, query)
      return { items: items.map(viewDisclosure), next }
    },
    create: ({ body }, caller) => createDisclosure(deps, caller, body),
    update: ({ params, body, ifVersion }, caller) => updateDisclosure(deps, caller, params.id, body, ifVersion),
  })
