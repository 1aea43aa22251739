// Summarizes a node by the statements about it, or a text by its own sentences.
import type { SummaryLength, TutorSummary, TutorSummaryRequest } from '@veritrace/contract/graph/tutor'
import { fail, notFound } from '@veritrace/platform/errors'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { DESCRIPTIONS, isLabel, RDF_TYPE } from '../search/label-rules.ts'
import { askModel } from './ask-model.ts'
import { type Fact, readFacts } from './evidence.ts'
import { mainSentences } from './main-sentences.ts'
import { type NameOf, sentence } from './sentences.ts'

const FACTS: Record<SummaryLength, number> = { short: 3, medium: 7, long: 15 }
const SENTENCES: Record<SummaryLength, number> = { short: 1, medium: 3, long: 6 }
const STATEMENTS = { out: 300, into: 60 }
const MOST_VALUES = 6

export async function summarize(
  deps: Graph,
  scope: Scope,
  { nodeId, text, length = 'medium' }: TutorSummaryRequest,
): Promise<TutorSummary> {
  if ((nodeId === undefined) === (text === undefined)) {
    const message = 'or text is required, but not both'
    fail('invalid_body', `nodeId ${message}.`, { errors: [{ path: 'nodeId', message }] })
  }
  return nodeId === undefined ? summarizeText(text!, length) : summarizeNode(deps, scope, nodeId, length)
}

async function summarizeNode(deps: Graph, scope: Scope, node: string, length: SummaryLength): Promise<TutorSummary> {
  const within = [scope.tenant, scope.workspace, onlyContext(scope)] as const
  const { facts, nameOf } = await readFacts(deps.db, within, [node], STATEMENTS)
  if (facts.length === 0) notFound('node', node)
  const main = groups(facts, node, nameOf).slice(0, FACTS[length])
  const evidence = main.flatMap(({ facts }) => facts)
  const worded = await askModel(deps, { task: 'summary', text: nameOf(node), facts: evidence })
  const cited = worded ? main.filter(({ facts }) => facts.some(({ id }) => worded.cited.has(id))) : main
  return {
    summary: worded?.text ?? main.map(({ text }) => text).join(' '),
    keyFacts: cited.map(({ text, facts }) => ({ text, statementIds: facts.map(({ id }) => withUrn(id)) })),
    mode: worded ? 'model' : 'extractive',
  }
}

interface Group {
  text: string
  facts: Fact[]
}

/**
 * One sentence per subject and predicate, ordered: types, descriptions, other statements, labels, statements about the
 * node.
 */
function groups(facts: readonly Fact[], node: string, nameOf: NameOf): Group[] {
  const grouped = Map.groupBy(facts, ({ subject, predicate }) => `${subject} ${predicate}`)
  return [...grouped.values()]
    .map((all) => {
      const few = all.toSorted((a, b) => (a.text < b.text ? -1 : 1)).slice(0, MOST_VALUES) as [Fact, ...Fact[]]
      return { text: sentence(few, nameOf), facts: few, importance: importance(few[0], node, nameOf) }
    })
    .toSorted((a, b) => a.importance - b.importance || (a.text < b.text ? -1 : 1))
}

function importance({ subject, predicate, object }: Fact, node: string, nameOf: NameOf): number {
  if (subject !== node) return 4
  if (predicate === RDF_TYPE) return 0
  if (DESCRIPTIONS.includes(predicate)) return 1
  // The main label as a fact would only repeat the node's name.
  if (isLabel(predicate)) return object === nameOf(node) ? 5 : 3
  return 2
}

/** The model is not used, because its statements about a text could not be verified. */
function summarizeText(text: string, length: SummaryLength): TutorSummary {
  const sentences = mainSentences(text, SENTENCES[length])
  return {
    summary: sentences.join(' '),
    keyFacts: sentences.map((one) => ({ text: one, statementIds: [] })),
    mode: 'extractive',
  }
}
