// The current scope of a case: its objects in the estate, what is known about everything they use, and their ratings.

import type { CaseRollup } from '@veritrace/contract/casework/case-results'
import type { CaseScope } from '@veritrace/contract/casework/case-scope'
import { fail } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import { type PlanSubject, readScope } from '../planning/read-scope.ts'
import { acceptableOf, intervalOf } from '../readiness/figures.ts'
import { type Measured, measure } from '../readiness/measure.ts'
import { measureProject } from '../readiness/measure-project.ts'
import type { CaseRow } from './tables.ts'

export type CaseAbout = Pick<
  CaseRow,
  'project_id' | 'pack_id' | 'pack_version' | 'target' | 'artifact_ids' | 'selector'
>

export interface CaseReading {
  subject: PlanSubject
  /** Only the objects of the case. */
  measured: Measured
  rollup: CaseRollup
}

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs'>

/** 422 if the scope is empty. */
export async function readCaseScope(deps: Deps, scope: Scope, about: CaseAbout): Promise<CaseReading> {
  const { project_id, artifact_ids, selector } = about
  if (artifact_ids.length === 0 && !selector) fail('scope_empty')
  const subject = await readScope(deps, scope, {
    scope: {
      ...(project_id !== null && { project_id }),
      ...(artifact_ids.length > 0 && { artifact_ids }),
      ...(selector && { selector }),
    },
    target: about.target,
    pinned: { id: about.pack_id, version: about.pack_version },
  })
  const measured = await measureScope(deps, scope, project_id, subject)
  return { subject, measured, rollup: rollupOf(measured) }
}

async function measureScope(
  deps: Deps,
  scope: Scope,
  projectId: string | null,
  { estate, objects, known, active, target }: PlanSubject,
): Promise<Measured> {
  if (projectId === null) return measure(estate, known, active, target, { objects })
  return (await measureProject(deps, scope, { projectId, active, target, objectsOf: () => objects })).measured
}

function rollupOf({ totals, scale }: Measured): CaseRollup {
  return {
    distribution: Object.fromEntries(scale.map((code, at) => [code, totals.byCode[at]!])),
    acceptable_share: acceptableOf(totals).share,
    interval: intervalOf(totals),
    findings: totals.findings.reduce((sum, count) => sum + count, 0),
  }
}

/** Stored with each result to detect that the scope has changed since. */
export const scopeDigest = ({ artifact_ids = [], selector }: CaseScope): string =>
  digestOf({ artifact_ids: [...artifact_ids].sort(), selector: selector ?? null })
