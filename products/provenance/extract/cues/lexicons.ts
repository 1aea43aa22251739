// The lexicons of all languages, each compiled on first use: one with all cues for full texts, and small ones with a single
// cue for the many short texts that are checked for that cue only.
import { type Entry, entriesOf } from './entries.ts'
import { Lexicon } from './lexicon.ts'
import { type Cue, LANGUAGES, type Language } from './names.ts'

const SPACED = LANGUAGES.filter((language) => language !== 'ja')

const whole = new Map<Language, Lexicon>()

export function lexiconOf(language: Language): Lexicon {
  return kept(whole, language, () => new Lexicon(entriesOf(language), language !== 'ja'))
}

const single = new Map<Cue, Map<Language | 'any', Lexicon>>()

/** Whether normalized text contains a cue of a language. */
export function holds(view: string, cue: Cue, language: Language): boolean {
  return kept(ofCue(cue), language, () => new Lexicon(entriesOf(language, cue), language !== 'ja')).finds(view)
}

/** Whether normalized text contains a cue of any language. */
export function holdsAnywhere(view: string, cue: Cue): boolean {
  const spaced = kept(ofCue(cue), 'any', () => new Lexicon(ofLanguages(SPACED, cue), true))
  return spaced.finds(view) || holds(view, cue, 'ja')
}

const ofCue = (cue: Cue): Map<Language | 'any', Lexicon> => kept(single, cue, () => new Map())

function* ofLanguages(languages: readonly Language[], cue: Cue): Generator<Entry> {
  for (const language of languages) yield* entriesOf(language, cue)
}

function kept<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = values.get(key)
  if (value === undefined) {
    value = make()
    values.set(key, value)
  }
  return value
}
