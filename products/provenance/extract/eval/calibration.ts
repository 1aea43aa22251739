// Trains the confidence on labeled and synthetic claims, and evaluates it on held-out documents.
import type { Guess } from './curve.ts'
import { chanceOf, type Example, fit, type Weights } from './fit.ts'
import type { LabelledClaim } from './labelled-claims.ts'

const FOLDS = 10
/** Every third synthetic claim is enough. Together they have a fifth of the total weight. */
const EVERY = 3
const WEIGHT = 0.6
const MADE_UP = 'made-up'
/** The length and kind of our sentences are artificial, so only these features are learned from them. */
const LEARNED = new Set(['doubt', 'negation', 'quotes'])

export function calibrate(real: readonly LabelledClaim[], madeUp: readonly Example[]): Weights {
  const made = madeUp
    .filter((_, at) => at % EVERY === 0)
    .map(({ features, isRight }) => {
      const own = Object.entries(features).map(([name, value]): [string, number] => [
        LEARNED.has(name) ? name : `${MADE_UP} ${name}`,
        value,
      ])
      return { features: { ...Object.fromEntries(own), [MADE_UP]: 1 }, isRight, weight: WEIGHT }
    })
  const weights = fit([...real, ...made])
  return Object.fromEntries(Object.entries(weights).filter(([name]) => !name.startsWith(MADE_UP)))
}

/** Each document is judged by a model trained on the others. */
export function crossValidated(real: readonly LabelledClaim[], madeUp: readonly Example[]): Guess[] {
  const documents = [...new Set(real.map(({ document }) => document))]
  return Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(documents.filter((_, at) => at % FOLDS === fold))
    const learned = real.filter(({ document }) => !held.has(document))
    const weights = calibrate(learned, madeUp)
    return real
      .filter(({ document }) => held.has(document))
      .map(({ features, isRight }) => ({ confidence: Math.min(0.98, chanceOf(weights, features)), isRight }))
  }).flat()
}
