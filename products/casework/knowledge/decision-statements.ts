// The statements for a decision: who decided what, when and why.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Home } from '../model/artifacts.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { Pack } from '../packs/pack.ts'
import { addressOf } from '../rating/addresses.ts'
import { core, RDF_TYPE, statementsWith, XSD } from './vocabulary.ts'

/** The confidence of a decision that no second person has reviewed. */
const UNREVIEWED = 0.9

export function* decisionStatements(
  pack: Pick<Pack, 'ref' | 'naming' | 'importers'>,
  decision: DecisionRow,
  home: Home,
): Generator<NewStatement> {
  const { tenant } = home
  const at = decision.at.toISOString()
  const { literal, link } = statementsWith({
    confidence: decision.reviewed ? 1 : UNREVIEWED,
    source: decision.case_id ?? decision.id,
    pointer: decision.id,
    as_of: at.slice(0, 10),
    asserted_by: 'user',
  })
  const iri = `urn:tenant:${encodeURIComponent(tenant)}:decision:${encodeURIComponent(decision.id)}`
  yield link(iri, RDF_TYPE, core('Decision'))
  yield literal(iri, core('outcome'), decision.kind)
  yield link(iri, core('about'), addressOf(pack, home, { type: decision.type, name: decision.key }).iri)
  yield literal(iri, core('actor'), decision.by_name)
  yield literal(iri, core('at'), at, `${XSD}dateTime`)
  if (decision.rationale) yield literal(iri, core('rationale'), decision.rationale)
  if (decision.case_id)
    yield link(
      iri,
      core('evidence'),
      `urn:tenant:${encodeURIComponent(tenant)}:case:${encodeURIComponent(decision.case_id)}`,
    )
  for (const [name, value] of Object.entries(decision.value))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      yield literal(iri, core(encodeURIComponent(name)), String(value))
  if (decision.kind !== 'exemption') return
  yield link(iri, RDF_TYPE, core('Exemption'))
  yield literal(iri, core('owner'), decision.by_name)
  if (decision.expires_at) yield literal(iri, core('expires'), decision.expires_at.toISOString(), `${XSD}dateTime`)
}
