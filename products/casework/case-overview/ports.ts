// What the slice of cases provides to other slices.
import { fail } from '@veritrace/platform/errors'
import { closeCasesOf } from '../cases/delete-case.ts'
import { readCaseScope } from '../cases/read-case-scope.ts'
import { countOpenCases, findCase } from '../cases/store.ts'
import type { Casework } from '../deps.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Dependents } from '../projects/dependents.ts'
import type { ReadinessPorts } from '../readiness/ports.ts'
import { findOrdered } from '../runs/store.ts'

/** Lets a project count and close its open cases. */
export const openDependents = (deps: Casework): Dependents => ({
  openCases: countOpenCases,
  closeCases: (tx, caller, projectId) => closeCasesOf(deps, tx, caller, projectId),
})

/** The scope of a case and the inputs of a run, for readiness and scorecard. */
export const casePorts = (deps: Casework): ReadinessPorts => ({
  scopeOfCase: async (scope, caseId) => {
    const theCase = await findCase(deps.db, scope, caseId)
    if (!theCase || theCase.deleted_at) return undefined
    if (theCase.project_id === null)
      fail('unacceptable', `${theCase.key} covers artifacts from lists, so it has no estate to measure.`)
    const { subject } = await readCaseScope(deps, scope, theCase)
    return {
      projectId: theCase.project_id,
      pack: { id: theCase.pack_id, version: theCase.pack_version },
      target: theCase.target,
      objectsOf: (estate) => {
        if (estate === subject.estate) return subject.objects
        // The estate has changed since the scope was read: find the same names in the current one.
        const forms = new Set(subject.objects.map((at) => shortForm(subject.estate.objects[at]!)))
        return estate.objects.flatMap((object, at) => (forms.has(shortForm(object)) ? [at] : []))
      },
    }
  },
  inputsOfRun: async (scope, runId) => {
    const run = await findOrdered(deps.db, scope, runId)
    return run?.inputs ? { target: run.target, catalogEntries: run.catalog_entries } : undefined
  },
})
