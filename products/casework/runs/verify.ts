// What a verification asks the room of plans: whether its items have come to what they promised.
import type { Run } from '@veritrace/contract/casework/runs'
import type { Db } from '@veritrace/platform/db/db'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { CaseRow } from '../cases/tables.ts'
import type { Tables } from '../tables.ts'
import type { RunRow } from './tables.ts'

/** What the run has found, for acceptance conditions. Objects are named by short forms. */
export interface RunFacts {
  /** The codes of the scheme, best first, and then its word for unknown. */
  scale: readonly string[]
  /** Undefined for what is no longer in the estate. */
  ratingOf(form: string): { code: string; acceptable: boolean } | undefined
  /** Null where no usage data covers it, undefined where it is no longer in the estate. */
  executionsOf(form: string): number | null | undefined
  /** How many findings of these checks are open on these objects. */
  countFindings(forms: readonly string[], checkIds: readonly string[]): number
}

type Verification = NonNullable<Run['verification']>

/**
 * Called once, in the transaction that ends a run of kind `verify` with results; `run.options.plan_id` names the plan.
 * The lock of the case is held.
 */
export type VerifyPlan = (
  tx: Db<Tables>,
  caller: Caller,
  theCase: CaseRow,
  run: RunRow,
  facts: RunFacts,
) => Promise<Verification>
