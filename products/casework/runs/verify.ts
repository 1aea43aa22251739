// The interface between runs and plans: a verification checks the acceptance conditions of a plan's items.
import type { Run } from '@veritrace/contract/casework/runs'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import type { CaseRow } from '../cases/tables.ts'
import type { Tables } from '../tables.ts'
import type { RunRow } from './tables.ts'

/** Results of the run for acceptance conditions. Objects are named by short forms. */
export interface RunFacts {
  /** The codes of the scheme, best first, followed by its code for unknown. */
  scale: readonly string[]
  /** Undefined for an object no longer in the estate. */
  ratingOf(form: string): { code: string; acceptable: boolean } | undefined
  /** Null if no usage data covers the object, undefined if it is no longer in the estate. */
  executionsOf(form: string): number | null | undefined
  /** The number of open findings of these checks on these objects. */
  countFindings(forms: readonly string[], checkIds: readonly string[]): number
}

type Verification = NonNullable<Run['verification']>

/**
 * Called once, in the transaction that ends a run of kind `verify`, with the case locked. `run.options.plan_id` names
 * the plan.
 */
export type VerifyPlan = (
  tx: Db<Tables>,
  caller: Caller,
  theCase: CaseRow,
  run: RunRow,
  facts: RunFacts,
) => Promise<Verification>
