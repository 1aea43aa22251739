// The estate of a project as statements for the graph: its objects, their packages, and the artifacts they use.

import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Casework } from '../deps.ts'
import { confidenceOf } from '../estate/certainty.ts'
import { ACCESSES, type Access, type Estate } from '../estate/estate.ts'
import { readEstate } from '../estate/read-estate.ts'
import { shapesOf } from '../knowledge/pack-texts.ts'
import type { Projection } from '../knowledge/projection.ts'
import { estateIri, homeOf, packageIri } from '../model/artifacts.ts'
import { ESTATE_PREFIX } from '../model/graph-contexts.ts'
import type { Pack } from '../packs/pack.ts'
import { findProject } from '../projects/store.ts'
import { addressOf } from '../rating/addresses.ts'

const STATEMENTS = 5_000
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

export const estateProjection = (deps: Pick<Casework, 'db' | 'packs'>): Projection => ({
  kind: 'estate',
  async *statements({ tenant, workspace, name }) {
    const scope = { tenant, workspace }
    const projectId = name.slice(ESTATE_PREFIX.length)
    const project = await findProject(deps.db, scope, projectId)
    const estate = project && (await readEstate(deps.db, scope, projectId))
    // A deleted project has no statements.
    if (!project || !estate) return
    const { pack } = await deps.packs.of(scope, project.pack_id)
    let part: NewStatement[] = []
    for (const statement of statementsOf(estate, pack, tenant)) {
      part.push(statement)
      if (part.length < STATEMENTS) continue
      yield part
      part = []
    }
    if (part.length > 0) yield part
  },
  shapes: async ({ tenant, workspace, name }) => {
    const scope = { tenant, workspace }
    const project = await findProject(deps.db, scope, name.slice(ESTATE_PREFIX.length))
    return project && shapesOf((await deps.packs.of(scope, project.pack_id)).pack)
  },
})

const RELATIONS: Readonly<Record<Access, string>> = {
  read: 'reads',
  write: 'writes',
  call: 'calls',
  type: 'types',
  inherit: 'inherits',
  implement: 'implements',
  dynamic: 'uses',
  use: 'uses',
}

function* statementsOf(estate: Estate, pack: Pack, tenant: string): Generator<NewStatement> {
  const base = `urn:casework:${pack.ref.id}#`
  const parsed = { asserted_by: 'parser', source: estate.project_id, extractor: 'estate@1', confidence: 0.95 }
  const predicates = new Map(pack.relations.map(({ id, predicate }) => [id, predicate]))
  const predicateOf = (relation: string): string => predicates.get(relation) ?? `${base}${relation}`
  const iris = estate.objects.map((object) => estateIri(tenant, estate.system, object))
  const link = (subject: string, predicate: string, object: string, metadata = parsed): NewStatement => ({
    subject,
    predicate,
    object,
    objectType: 'iri',
    metadata,
  })
  const say = (subject: string, property: string, text: string): NewStatement => ({
    subject,
    predicate: `${base}${property}`,
    object: text,
    objectType: 'literal',
    metadata: parsed,
  })
  for (const [place, object] of estate.objects.entries()) {
    const iri = iris[place]!
    yield link(iri, RDF_TYPE, `${base}CustomObject`)
    yield say(iri, 'objectType', object.type)
    yield say(iri, 'objectKey', object.name)
    if (object.package) yield link(iri, predicateOf('member_of'), packageIri(tenant, estate.system, object.package))
  }
  const home = homeOf(tenant, estate.system)
  const references = estate.references.map((reference) => addressOf(pack, home, reference).iri)
  const { from, to, access, basis } = estate.uses
  for (let at = 0; at < from.length; at++)
    yield link(iris[from[at]!]!, predicateOf(RELATIONS[ACCESSES[access[at]!]!]), references[to[at]!]!, {
      ...parsed,
      confidence: confidenceOf(access[at]!, basis[at]!),
    })
  for (let at = 0; at < estate.calls.from.length; at++)
    yield link(iris[estate.calls.from[at]!]!, predicateOf('calls_custom'), iris[estate.calls.to[at]!]!)
}
