// Delivery events of emails: the endpoint of contract/provenance/lifecycle.ts.
import { lifecycle } from '@veritrace/contract/provenance/lifecycle'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { hearEmail } from './hear-email.ts'

export const lifecycleApi = (deps: Provenance) =>
  implement(lifecycle, {
    email: async ({ headers, body }) => hearEmail(deps, { headers, body: Buffer.concat(await Array.fromAsync(body)) }),
  })
