// Learns confidences from labelled and made-up claims, and tries them on documents that were held back.
import type { Guess } from './curve.ts'
import { chanceOf, type Example, fit, type Weights } from './fit.ts'
import type { LabelledClaim } from './labelled-claims.ts'

const FOLDS = 10
/** Of the made-up claims every third is enough; together they count a fifth. */
const EVERY = 3
const WEIGHT = 0.6
const MADE_UP = 'made-up'
/** Sentences of our own are longer or of other kinds by how they are made; only what these mean is learned from them. */
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

/** Every document is judged by what was learned from others. */
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
