// Ratings of things that are cached in memory: each combination of type and statements is rated once. Pure.
import { type Named, shortForm } from '../model/artifacts.ts'
import type { DecisionRow } from '../model/tables.ts'
import { type Context, isExempted, type Judged, overlayOf, rulesReadNames } from './assemble.ts'
import { namespaceOf } from './identity.ts'
import type { ListStatement } from './inputs.ts'
import { covers, incompleteOf, missingLists } from './lists.ts'
import { isAcceptable, rate } from './rate.ts'
import type { Thing } from './things.ts'

type Judging = Pick<Context, 'active' | 'target' | 'catalog' | 'decisions' | 'projectId'>

const NO_STATEMENTS: readonly ListStatement[] = []
const NO_DECISIONS: readonly DecisionRow[] = []

/** For a name that no list contains, `statements` is absent. */
export function openThingsJudge({
  active,
  target,
  catalog,
  decisions,
  projectId,
}: Judging): (named: Named & Partial<Thing>) => Judged {
  const missing = missingLists(catalog, target)
  const incomplete = incompleteOf(catalog, target)
  const isShared = !rulesReadNames(active.pack)
  const judged = new Map<readonly ListStatement[], Map<string, Judged>>()
  const judge = (named: Named, facts: readonly ListStatement[], decided: readonly DecisionRow[]): Judged => {
    const coversType = covers(catalog, target, named.type)
    const rating = rate(active, target, { named, facts, coversType, overlay: overlayOf(decided), missing, incomplete })
    return { rating, acceptable: isAcceptable(target, rating.code, isExempted(decided, projectId)) }
  }
  return (named) => {
    const { statements = NO_STATEMENTS } = named
    const decided = decisions.size === 0 ? NO_DECISIONS : (decisions.get(shortForm(named)) ?? NO_DECISIONS)
    if (decided.length > 0 || !isShared) return judge(named, statements, decided)
    const namespace = namespaceOf(active.pack, named.name)
    const key = statements === NO_STATEMENTS ? `${named.type} ${namespace}` : namespace
    const known = judged.get(statements) ?? new Map<string, Judged>()
    judged.set(statements, known)
    const found = known.get(key) ?? judge(named, statements, decided)
    known.set(key, found)
    return found
  }
}
