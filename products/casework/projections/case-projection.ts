// The ratings, recommendations and plan items of a case as statements for the graph.

import type { NewStatement } from '@veritrace/contract/graph/statements'
import { getBody, planOf } from '../case-plans/store.ts'
import { findCase } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { findEstateHead } from '../estate/store.ts'
import type { Projection } from '../knowledge/projection.ts'
import { core, DERIVED_FROM, RDF_TYPE, statementsWith, XSD } from '../knowledge/vocabulary.ts'
import { estateIri, homeOf, type Named } from '../model/artifacts.ts'
import { CASE_PREFIX } from '../model/graph-contexts.ts'
import type { Scope } from '../model/space.ts'
import { addressOf } from '../rating/addresses.ts'
import { listAllRecommendations } from '../recommendations/store.ts'
import { resultOf } from '../runs/steps.ts'
import { findResults, finishedRun } from '../runs/store.ts'

const STATEMENTS = 5_000

type Deps = Pick<Casework, 'db' | 'packs'>

export const caseProjection = (deps: Deps): Projection => ({
  kind: 'case',
  async *statements({ tenant, workspace, name }) {
    const scope = { tenant, workspace }
    const theCase = await findCase(deps.db, scope, name.slice(CASE_PREFIX.length))
    // A deleted case has no statements.
    if (!theCase || theCase.deleted_at) return
    const iriOf = await openIris(deps, scope, theCase)
    if (!iriOf) return
    const made = [
      ...(await resolutions(deps, scope, theCase, iriOf)),
      ...(await recommendations(deps, scope, theCase)),
      ...(await planItems(deps, scope, theCase, iriOf)),
    ]
    for (let at = 0; at < made.length; at += STATEMENTS) yield made.slice(at, at + STATEMENTS)
  },
})

type IriOf = (form: string) => string

/**
 * Names objects of the estate, or artifacts from lists in a case without project; undefined if its project is deleted.
 */
async function openIris(deps: Deps, scope: Scope, theCase: CaseRow): Promise<IriOf | undefined> {
  const named = (form: string): Named => {
    const at = form.indexOf(':')
    return { type: form.slice(0, at), name: form.slice(at + 1) }
  }
  if (theCase.project_id === null) {
    const { pack } = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
    return (form) => addressOf(pack, homeOf(scope.tenant), named(form)).iri
  }
  const head = await findEstateHead(deps.db, scope, theCase.project_id)
  return head && ((form) => estateIri(scope.tenant, head.system, named(form)))
}

const own = (tenant: string, kind: string, ...parts: readonly string[]): string =>
  ['urn', 'tenant', encodeURIComponent(tenant), kind, ...parts.map(encodeURIComponent)].join(':')

async function resolutions({ db }: Deps, scope: Scope, theCase: CaseRow, iriOf: IriOf): Promise<NewStatement[]> {
  const run = await finishedRun(db, scope, theCase.id)
  const results = run && (await findResults(db, scope, run.id))
  if (!run || !results?.has('rate')) return []
  const { scale, objects } = resultOf(results, 'rate')
  const { literal, link } = statementsWith({ confidence: 1, source: run.id, asserted_by: 'run' })
  return objects.flatMap(([form, code, acceptable]) => {
    const iri = own(scope.tenant, 'resolution', theCase.id, form)
    return [
      link(iri, RDF_TYPE, core('Resolution')),
      link(iri, core('about'), iriOf(form)),
      literal(iri, core('rating'), scale[code]!),
      literal(iri, core('acceptable'), String(acceptable === 1), `${XSD}boolean`),
      link(iri, DERIVED_FROM, own(scope.tenant, 'run', run.id)),
    ]
  })
}

async function recommendations({ db }: Deps, scope: Scope, theCase: CaseRow): Promise<NewStatement[]> {
  const rows = await listAllRecommendations(db, scope, theCase.id)
  return rows
    .filter(({ status }) => status !== 'superseded')
    .flatMap(({ id, run_id, action_id, status, body }) => {
      const { literal, link } = statementsWith({
        confidence: body.confidence,
        source: run_id,
        pointer: id,
        asserted_by: 'run',
      })
      const iri = own(scope.tenant, 'recommendation', id)
      return [
        link(iri, RDF_TYPE, core('Recommendation')),
        literal(iri, core('title'), body.title),
        literal(iri, core('action'), action_id),
        literal(iri, core('status'), status),
        ...(body.pattern ? [link(iri, core('about'), body.pattern.reference.iri)] : []),
      ]
    })
}

async function planItems({ db }: Deps, scope: Scope, theCase: CaseRow, iriOf: IriOf): Promise<NewStatement[]> {
  const plan = theCase.current_plan_id && (await planOf(db, scope, theCase.id, theCase.current_plan_id))
  if (!plan) return []
  const { items, details } = await getBody(db, scope, plan.id)
  const { literal, link } = statementsWith({ confidence: 1, source: plan.id, asserted_by: 'user' })
  return items.flatMap(({ id, title, action_id }) => {
    const iri = own(scope.tenant, 'plan-item', plan.id, id)
    return [
      link(iri, RDF_TYPE, core('PlanItem')),
      literal(iri, core('title'), title),
      literal(iri, core('action'), action_id),
      ...(details[id]?.objects ?? []).map((form) => link(iri, core('artifact'), iriOf(form))),
    ]
  })
}
