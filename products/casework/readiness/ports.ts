// What readiness needs from the slices of cases and runs.
import type { Estate } from '../estate/estate.ts'
import type { Scope } from '../model/space.ts'

/** The objects of a case within its project. */
interface CaseScope {
  projectId: string
  pack: { id: string; version: string }
  target: string
  /** Indexes of the case's objects in the estate. */
  objectsOf(estate: Estate): readonly number[]
}

/** The inputs of a run. */
interface RunInputs {
  target: string
  catalogEntries: readonly string[]
}

export interface ReadinessPorts {
  scopeOfCase(scope: Scope, caseId: string): Promise<CaseScope | undefined>
  inputsOfRun(scope: Scope, runId: string): Promise<RunInputs | undefined>
}
