// What could be asked next about the same thing. Pure.
import type { Suggestion } from '@veritrace/contract/casework/answers'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import type { IntentSpec, Pack } from '../../packs/pack.ts'

const MOST = 3

/** Intents of the pack that ask about one thing by its name. */
export const suggestionsFor = ({ intents }: Pack, asked: IntentSpec, { type, name }: ArtifactRef): Suggestion[] =>
  intents
    .filter((intent) => intent.id !== asked.id && takesType(intent))
    .slice(0, MOST)
    .map((intent) => ({ label: intent.title, intent_id: intent.id, params: { type, name } }))

const takesType = ({ params }: IntentSpec): boolean => {
  const { properties } = params as { properties?: Record<string, unknown> }
  return properties !== undefined && 'name' in properties && 'type' in properties
}
