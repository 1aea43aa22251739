// Artifacts: the endpoints of contract/casework/artifacts.ts.
import { artifacts } from '@veritrace/contract/casework/artifacts'
import { implement } from '@veritrace/platform/implement'
import { scopeOf } from '../model/scope.ts'
import type { ReadinessPorts } from '../readiness/ports.ts'
import { getArtifact } from './get-artifact.ts'
import { type Listing, listArtifacts } from './list-artifacts.ts'

export const artifactsApi = (deps: Listing, ports: Pick<ReadinessPorts, 'scopeOfCase'>) =>
  implement(artifacts, {
    list: ({ query }, caller) => listArtifacts(deps, ports, scopeOf(caller), query),
    get: ({ params, query }, caller) => getArtifact(deps, scopeOf(caller), params.id, query),
  })
