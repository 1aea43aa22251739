// What a text of shapes is about; refuses one that we cannot run.
import { type Caller, planFor } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { limitsFor } from '../sparql/rules.ts'
import type { Replies } from './threads/messages.ts'

export const checked = ({ validators }: Graph, caller: Caller, turtle: string): Promise<Replies['check']> =>
  validators.run({ tenant: caller.tenant, timeoutMs: timeOf(caller) }, (ask) => ask({ do: 'check', turtle }))

/** How long the plan lets a validation take. */
export const timeOf = (caller: Caller): number => limitsFor(planFor(caller, 'graph'), undefined)!.timeoutMs
