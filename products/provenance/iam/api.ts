// Queries to the identity provider: the endpoint of contract/provenance/iam.ts.
import { iam } from '@veritrace/contract/provenance/iam'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { askIam } from './ask-iam.ts'
import type { Provider } from './ask-provider.ts'

export const iamApi = (deps: Provenance, provider: Provider | undefined) =>
  implement(iam, {
    get: ({ params, query, headers }, caller) =>
      askIam({ ...deps, iam: provider }, caller, params.proxy_path, query, headers.accept?.toString()),
  })
