// The lexicons of all languages, each compiled when it is first asked: one of all cues for a text that is read, and small ones
// of a single cue for the many short texts of which nothing else is asked.
import { type Entry, entriesOf } from './entries.ts'
import { Lexicon } from './lexicon.ts'
import { type Cue, LANGUAGES, type Language } from './names.ts'

const SPACED = LANGUAGES.filter((language) => language !== 'ja')

const whole = new Map<Language, Lexicon>()

export function lexiconOf(language: Language): Lexicon {
  return kept(whole, language, () => new Lexicon(entriesOf(language), language !== 'ja'))
}

const single = new Map<Cue, Map<Language | 'any', Lexicon>>()

/** Whether matchable text holds a cue of a language. */
export function holds(view: string, cue: Cue, language: Language): boolean {
  return kept(ofCue(cue), language, () => new Lexicon(entriesOf(language, cue), language !== 'ja')).finds(view)
}

/** The same in any language. */
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
