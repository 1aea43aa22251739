// Artifacts: the endpoints of contract/casework/artifacts.ts.
import { artifacts } from '@veritrace/contract/casework/artifacts'
import { implement } from '@veritrace/platform/implement'
import { scopeOf } from '../model/scope.ts'
import type { ReadinessDoors } from '../readiness/doors.ts'
import { getArtifact } from './get-artifact.ts'
import { type Listing, listArtifacts } from './list-artifacts.ts'

export const artifactsApi = (deps: Listing, doors: Pick<ReadinessDoors, 'scopeOfCase'>) =>
  implement(artifacts, {
    list: ({ query }, caller) => listArtifacts(deps, doors, scopeOf(caller), query),
    get: ({ params, query }, caller) => getArtifact(deps, scopeOf(caller), params.id, query),
  })
