// Finds the material for an answer and sends it event by event. Without a model, equal inputs give equal text.
import type { AskRequest, IntentRead, Step, Warned } from '@veritrace/contract/casework/answers'
import type { Chat } from '@veritrace/platform/outside/chat'
import { cutText } from '@veritrace/platform/text'
import type { Scope } from '../model/space.ts'
import { matchIntent } from '../resolve/intents.ts'
import type { Begun } from './begin.ts'
import { namesInText, type Sentence } from './check.ts'
import { checked } from './checked.ts'
import type { UnnumberedEvent } from './events.ts'
import { type Answering, type Asking, PROJECT_NEEDED } from './facts/asking.ts'
import { looksUpItself } from './facts/readers.ts'
import { rulesOf } from './facts/resolution.ts'
import { findMaterial, isWordOf } from './find-material.ts'
import { LEAST_GROUNDED, type Worded, wordAnswer } from './model/word-answer.ts'
import { openNumbering } from './number.ts'
import { writeSentence } from './sentences.ts'
import { openSources } from './sources.ts'

export interface Composed {
  status: 'complete' | 'insufficient_evidence' | 'truncated'
  intentId: string
  /** Short form. */
  subject: string | null
}

export async function* compose(
  deps: Answering & { chat: Chat | undefined },
  scope: Scope,
  asked: AskRequest,
  begun: Begun,
): AsyncGenerator<UnnumberedEvent, Composed> {
  const started = performance.now()
  const asking = askingOf(deps, scope, begun)
  yield { event: 'intent', data: viewIntent(begun, asking) }
  const found = await timed(() => findMaterial(asking, begun.otherSystem))
  for (const one of found.value.steps) yield { event: 'step', data: { ...one, ms: found.ms } }
  const material = found.value
  const rules = rulesOf(asking.active, asked.language)
  const extract = checked(material.sentences, asking.sources.all, rules)
  const warnings: Warned[] = [...(material.warnings ?? []), ...otherTarget(begun)]
  const output = openOutput(asking, asked.max_citations)
  let usage = NO_TOKENS
  let share = extract.share
  let isWorded = false
  if (deps.chat && asked.mode === 'grounded' && extract.sentences.length > 0) {
    const begun = performance.now()
    const wording = wordAnswer(deps.chat, deps.log, { asked, asking, extract: extract.sentences, rules })
    for (let next = await wording.next(); ; next = await wording.next()) {
      if (!next.done) {
        yield* output.send(next.value)
        continue
      }
      const worded = next.value
      yield { event: 'step', data: modelStep(worded, performance.now() - begun, output.count()) }
      isWorded = worded !== undefined && worded.share >= LEAST_GROUNDED
      if (isWorded) ({ usage, share } = worded!)
      else warnings.push(worded ? NOT_GROUNDED : NO_MODEL)
      break
    }
  } else if (asked.language && !/^en\b/.test(asked.language)) warnings.push(ONLY_ENGLISH)
  if (!isWorded) for (const sentence of extract.sentences) yield* output.send(sentence)

  const isEmpty = output.count() === 0
  if (isEmpty)
    for (const [i, text] of nothingKnown(asking, warnings, material.reason).entries())
      yield { event: 'token', data: { i, text } }
  for (const fact of material.facts ?? []) {
    const known = output.renumber(fact.citations)
    if (known.length > 0) yield { event: 'fact', data: { ...fact, citations: known } }
  }
  for (const warning of warnings) yield { event: 'warning', data: warning }
  for (const suggestion of material.suggestions ?? []) yield { event: 'suggestion', data: suggestion }
  const status = isEmpty ? 'insufficient_evidence' : output.isCut() ? 'truncated' : 'complete'
  yield {
    event: 'done',
    data: {
      status,
      citations: output.citations(),
      grounded_share: share,
      sentences: output.count(),
      elapsed_ms: Math.round(performance.now() - started),
      usage,
    },
  }
  const { subject } = material
  return { status, intentId: asking.intent.id, subject: subject && !isEmpty ? `${subject.type}:${subject.name}` : null }
}

/** Sends sentences one by one, each after the citations it introduces. */
function openOutput({ sources }: Asking, mostCitations: number) {
  const numbering = openNumbering(sources.all, mostCitations)
  let count = 0
  let isCut = false
  return {
    count: () => count,
    citations: numbering.count,
    isCut: () => isCut,
    renumber: numbering.renumber,
    *send(sentence: Sentence): Generator<UnnumberedEvent> {
      const added = numbering.add(sentence)
      if (!added) {
        isCut = true
        return
      }
      for (const citation of added.citations) yield { event: 'citation', data: { n: citation.n, citation } }
      yield { event: 'token', data: { i: count++, text: writeSentence(added.sentence) } }
    },
  }
}

const NO_TOKENS = { tokens_in: 0, tokens_out: 0 }
const NOT_GROUNDED = {
  code: 'model_not_grounded',
  message: 'The wording of the model was not supported by its sources, so the sources are quoted instead.',
}
const NO_MODEL = { code: 'model_unavailable', message: 'The model did not respond, so the sources are quoted instead.' }
const ONLY_ENGLISH = {
  code: 'language_unavailable',
  message: 'Without a model, answers are in the language of the sources.',
}

/** The selected target is used, with a warning if the question names another. */
const otherTarget = ({ otherTarget: other, target }: Begun): Warned[] =>
  other
    ? [
        {
          code: 'other_target',
          message: `Answered for ${target.label}, the selected target. The question names ${other.label}.`,
        },
      ]
    : []

function askingOf(deps: Answering, scope: Scope, begun: Begun): Asking {
  const { active, target, alongside, question, projectId, caseId, intentFix } = begun
  const matched = matchIntent(active.pack, question)
  const intent = active.pack.intents.find(({ id }) => id === intentFix) ?? matched.intent
  return {
    deps,
    scope,
    active,
    target,
    alongside,
    intent,
    params: matched.params,
    question,
    projectId,
    caseId,
    sources: openSources(),
  }
}

function viewIntent({ active, question, intentFix }: Begun, { intent, params }: Asking): IntentRead {
  const { confidence, alternatives, intent: matched } = matchIntent(active.pack, question)
  const isFixed = intentFix !== undefined && intent.id === intentFix
  const others = isFixed && matched.id !== intent.id ? [matched.id, ...alternatives] : alternatives
  return {
    intent_id: intent.id,
    confidence: isFixed ? 1 : confidence,
    params: { ...params },
    alternatives: others.filter((id) => id !== intent.id),
  }
}

function nothingKnown(
  { active, question, params }: Asking,
  warnings: readonly Warned[],
  reason: string | undefined,
): string[] {
  if (warnings.includes(PROJECT_NEEDED)) return ['This question is about a project. Select one to get an answer. ']
  if (reason) return [`${reason} `]
  const looked = looksUpItself.flatMap((name) => params[name] ?? [])
  const names = looked.length > 0 ? looked : namesInText(question).filter((name) => !isWordOf(active, name))
  const about = names.slice(0, 3).map((name) => `“${cutText(name, 120)}”`)
  return about.length > 0
    ? [`There is not enough evidence to answer this question about ${about.join(' and ')}. `]
    : ['There is not enough evidence to answer this question. ']
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now()
  return { value: await work(), ms: Math.round(performance.now() - begun) }
}

const modelStep = (worded: Worded | undefined, ms: number, count: number): Step => ({
  step: 'model',
  status: worded ? 'done' : 'failed',
  label: 'Asked the model to word the answer',
  ms: Math.round(ms),
  count,
})
