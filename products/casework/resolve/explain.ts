// Explains an answer: the rules that were tried, or an equivalent query for the graph. Pure.
import type { Resolution } from '@veritrace/contract/casework/resolve'
import type { Context } from '../rating/assemble.ts'
import { overlayOf } from '../rating/assemble.ts'
import { actionInputs } from '../rating/choose-action.ts'
import { inputsOf } from '../rating/inputs.ts'
import type { Known } from '../rating/known.ts'
import { covers } from '../rating/lists.ts'
import { levelTable, traceOf } from '../rating/rate.ts'

export function explain(
  context: Context,
  known: Known,
  how: 'none' | 'rules' | 'graph',
): Pick<Resolution, 'trace' | 'sparql'> {
  if (how === 'rules') return { trace: trace(context, known) }
  return how === 'graph' ? { sparql: sparqlFor(context, known) } : {}
}

function trace(context: Context, known: Known): NonNullable<Resolution['trace']> {
  const { active, target, catalog, decisions } = context
  const { named, facts } = known
  const overlay = overlayOf(decisions.get(`${named.type}:${named.name}`) ?? [])
  const given = { named, facts, coversType: covers(catalog, target, named.type), overlay }
  const action = active.pack.tables.action
  const steps = [
    ...traceOf(levelTable(active), inputsOf(active, target, given)),
    ...(action ? traceOf(action, actionInputs(active, target, { known })) : []),
  ]
  return steps.map(({ rule_id, inputs, output }) => ({ rule_id, inputs: { ...inputs }, output }))
}

/** A query for what the lists of the target say in the graph. */
function sparqlFor({ active, lists }: Context, { artifact: { iri } }: Known): string {
  const { ref } = active.pack
  const graphs = lists.map(({ list }) => `STRENDS(STR(?list), ".${list}")`).join(' || ')
  return `PREFIX pack: <urn:casework:${ref.id}#>
SELECT ?list ?state ?successor WHERE {
  GRAPH ?list {
    ?fact pack:about <${iri}> ; pack:state ?state .
    OPTIONAL { <${iri}> pack:hasSuccessor ?successor }
  }
  FILTER(${graphs || 'false'})
}`
}
