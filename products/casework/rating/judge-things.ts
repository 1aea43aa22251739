// Ratings of things that are kept in memory: each way in which lists speak of a type is rated once. Pure.
import { type Named, shortForm } from '../model/artifacts.ts'
import type { DecisionRow } from '../model/tables.ts'
import { asksForNames, type Context, isExempted, type Judged, overlayOf } from './assemble.ts'
import { namespaceOf } from './identity.ts'
import type { Stated } from './inputs.ts'
import { covers, incompleteOf, missingLists } from './lists.ts'
import { isAcceptable, rate } from './rate.ts'
import type { Thing } from './things.ts'

type Judging = Pick<Context, 'active' | 'target' | 'catalog' | 'decisions' | 'projectId'>

const UNSAID: readonly Stated[] = []
const UNDECIDED: readonly DecisionRow[] = []

/** What none of the lists names comes without what they say. */
export function openThingsJudge({
  active,
  target,
  catalog,
  decisions,
  projectId,
}: Judging): (named: Named & Partial<Thing>) => Judged {
  const missing = missingLists(catalog, target)
  const incomplete = incompleteOf(catalog, target)
  const isShared = !asksForNames(active.pack)
  const judged = new Map<readonly Stated[], Map<string, Judged>>()
  const judge = (named: Named, facts: readonly Stated[], decided: readonly DecisionRow[]): Judged => {
    const coversType = covers(catalog, target, named.type)
    const rating = rate(active, target, { named, facts, coversType, overlay: overlayOf(decided), missing, incomplete })
    return { rating, acceptable: isAcceptable(target, rating.code, isExempted(decided, projectId)) }
  }
  return (named) => {
    const { said = UNSAID } = named
    const decided = decisions.size === 0 ? UNDECIDED : (decisions.get(shortForm(named)) ?? UNDECIDED)
    if (decided.length > 0 || !isShared) return judge(named, said, decided)
    const namespace = namespaceOf(active.pack, named.name)
    const key = said === UNSAID ? `${named.type} ${namespace}` : namespace
    const known = judged.get(said) ?? new Map<string, Judged>()
    judged.set(said, known)
    const found = known.get(key) ?? judge(named, said, decided)
    known.set(key, found)
    return found
  }
}
