// Answers a question from statements and cites them. Without matching statements there is no answer.
import type { TutorAnswer, TutorQuestion } from '@veritrace/contract/graph/tutor'
import { fail } from '@veritrace/platform/errors'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { contextIri, ownName, readContext } from '../scope/rules.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { findReadCopy } from '../scope/store.ts'
import type { Within } from '../search/store.ts'
import { askModel } from './ask-model.ts'
import { type Evidence, gatherEvidence, type RankedFact } from './evidence.ts'
import { readQuestion } from './question.ts'
import { questionFor } from './sentences.ts'

const NOTHING: TutorAnswer = {
  answer: 'The graph says nothing about this.',
  confidence: 0,
  citations: [],
  related: [],
  followUps: [],
  mode: 'extractive',
}

export async function answerQuestion(
  deps: Graph,
  scope: Scope,
  { question: text, contextId, limit = 5 }: TutorQuestion,
): Promise<TutorAnswer> {
  const { tenant, workspace } = scope
  const context = contextOf(scope, contextId)
  const readIn = context === undefined ? undefined : await findReadCopy(deps.db, tenant, workspace, context)
  const within: Within = [tenant, workspace, readIn ?? context]
  const question = readQuestion(text)
  const evidence = await gatherEvidence(deps, within, text, question)
  if (evidence.facts.length === 0) return NOTHING
  const worded = await askModel(deps, { task: 'answer', text, facts: evidence.facts.slice(0, limit) })
  const cited = worded
    ? evidence.facts.filter(({ id }) => worded.cited.has(id))
    : bestOf(evidence.facts).slice(0, limit)
  return {
    answer: worded?.text ?? cited.map((fact) => fact.text).join(' '),
    confidence: confidenceOf(cited, question.words.length, evidence.nearness),
    citations: cited.map(({ id, text, source, context }) => ({
      statementId: withUrn(id),
      text,
      source: source ?? contextIri(tenant, workspace, ownName(context)),
    })),
    related: relatedTo(cited, evidence),
    followUps: followUpsTo(cited, evidence),
    mode: worded ? 'model' : 'extractive',
  }
}

/** The context in the body, if it is in scope. */
function contextOf(scope: Scope, contextId: string | undefined): string | undefined {
  if (contextId === undefined) return onlyContext(scope)
  const read = readContext(contextId, scope.tenant, scope.workspace)
  if ('refused' in read && read.refused === 'malformed') {
    const message = 'must be the IRI of a context, or its name'
    return fail('invalid_body', `contextId ${message}.`, { errors: [{ path: 'contextId', message }] })
  }
  if ('name' in read && (scope.width === 'workspace' || read.name === scope.context)) return read.name
  return fail('graph_out_of_scope', 'contextId is not in the scope of this call.')
}

/** The facts with a score close to the best one. */
const bestOf = (facts: readonly RankedFact[]): RankedFact[] =>
  facts.filter(({ score }) => score >= facts[0]!.score * 0.7)

/** The share of question words that occur in the cited statements, times their mean confidence. */
function confidenceOf(cited: readonly RankedFact[], words: number, nearness: number | undefined): number {
  const held = new Set(cited.flatMap(({ matched }) => matched)).size
  const share = nearness === undefined ? held / Math.max(1, words) : nearness / 2
  const mean = cited.reduce((sum, { confidence }) => sum + confidence, 0) / cited.length
  return Math.round(share * mean * 100) / 100
}

const MOST_RELATED = 5
const MOST_FOLLOW_UPS = 3

function relatedTo(cited: readonly RankedFact[], { nodes, nameOf }: Evidence): TutorAnswer['related'] {
  const mentioned = cited.flatMap(({ subject, object, isText }) => (isText ? [subject] : [subject, object]))
  return [...new Set([...mentioned, ...nodes])]
    .slice(0, MOST_RELATED)
    .map((nodeId) => ({ nodeId, label: nameOf(nodeId) }))
}

/** Questions about the same subjects, from statements that were not cited. */
function followUpsTo(cited: readonly RankedFact[], { all, nameOf }: Evidence): string[] {
  const subjects = new Set(cited.map(({ subject }) => subject))
  const answered = new Set(cited.map(({ subject, predicate }) => `${subject} ${predicate}`))
  const open = all.filter(({ subject, predicate }) => subjects.has(subject) && !answered.has(`${subject} ${predicate}`))
  return [...new Set(open.flatMap((fact) => questionFor(fact, nameOf) ?? []))].toSorted().slice(0, MOST_FOLLOW_UPS)
}
