// What readiness asks other rooms about cases and their runs.
import type { Estate } from '../estate/estate.ts'
import type { Scope } from '../model/space.ts'

/** What a case is about, in a project. */
interface CaseScope {
  projectId: string
  pack: { id: string; version: string }
  target: string
  /** Places of its objects in the estate. */
  objectsOf(estate: Estate): readonly number[]
}

/** What a run has read. */
interface RunInputs {
  target: string
  catalogEntries: readonly string[]
}

export interface ReadinessDoors {
  scopeOfCase(scope: Scope, caseId: string): Promise<CaseScope | undefined>
  inputsOfRun(scope: Scope, runId: string): Promise<RunInputs | undefined>
}
