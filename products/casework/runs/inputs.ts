// The inputs of a run. Equal inputs give equal outputs.
import type { RunInputs } from '@veritrace/contract/casework/runs'
import type { CaseReading } from '../cases/read-case-scope.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import { viewTarget } from '../packs/packs.ts'
import { listsOf } from '../rating/lists.ts'
import { findDecisionsRevision } from '../readiness/store.ts'

export async function inputsOf(
  deps: Pick<Casework, 'db' | 'clock' | 'corpusSpace'>,
  scope: Scope,
  theCase: CaseRow,
  { subject }: CaseReading,
): Promise<RunInputs> {
  const { active, target, estate, objects } = subject
  const { entries } = await listsOf(deps, scope, active, target)
  const inputs = {
    pack: active.pack.ref,
    ruleset: active.revision,
    target: viewTarget(active, target),
    catalog_entries: [...entries].map(([list, { id, content_hash }]) => ({ list, entry_id: id, content_hash })),
    evidence: [...estate.evidence_ids].sort(),
    estate_revision: theCase.project_id === null ? null : estate.revision,
    decisions_revision: await findDecisionsRevision(deps.db, scope, deps.clock.now()),
    scope_digest: theCase.scope_digest,
  }
  // A selector by codes matches other objects when ratings change, so the matched objects are part of the digest.
  return { ...inputs, digest: digestOf({ ...inputs, objects }) }
}

/** The lists of a target as LIKE patterns, to detect lists that are added later. */
export const listPatterns = ({ subject }: CaseReading): string[] =>
  subject.target.lists.map(({ list }) => list.replace(/[\\%_]/g, '\\$&').replace(/\*$/, '%'))
