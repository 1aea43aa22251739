// Suggested follow-up questions. Pure.
import type { Suggestion } from '@veritrace/contract/casework/answers'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import type { IntentSpec, Pack } from '../../packs/pack.ts'
import { matchIntent } from '../../resolve/intents.ts'
import { asksForFacts } from '../rules.ts'
import type { Asking } from './asking.ts'

const LIMIT = 3

/** Questions of the pack about one artifact by its name. */
export const suggestionsFor = ({ intents }: Pack, asked: IntentSpec, { type, name }: ArtifactRef): Suggestion[] =>
  intents
    .filter((intent) => intent.id !== asked.id && takesType(intent))
    .slice(0, LIMIT)
    .map((intent) => ({ label: intent.title, intent_id: intent.id, params: { type, name } }))

const takesType = ({ params }: IntentSpec): boolean => {
  const { properties } = params as { properties?: Record<string, unknown> }
  return properties !== undefined && 'name' in properties && 'type' in properties
}

/** Example questions to offer if the question was not understood: similar intents first. */
export function examplesFor({ active, question, intent, projectId }: Asking): Suggestion[] {
  const { intents } = active.pack
  const { alternatives } = matchIntent(active.pack, question)
  const isOwn = projectId !== undefined && asksForFacts(question)
  const similar = intents.filter(({ id }) => alternatives.includes(id))
  const alike = intents.filter(({ requires }) => requires.includes('project') === isOwn)
  const known = [...new Set([...similar, ...alike])].filter((one) => one !== intent && one.examples.length > 0)
  return known.slice(0, LIMIT).map(({ id, examples }) => ({ label: examples[0]!, intent_id: id, params: {} }))
}
