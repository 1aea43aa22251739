// The phrases of a language file. Each line defines a cue: "notify: notif*; inform(s|ed)?", or with a value "unit day: days?".
import { readFileSync } from 'node:fs'
import { matchable } from '../read/characters.ts'
import { CUES, type Cue, type Language } from './names.ts'
import { type Pattern, patternsOf } from './phrase.ts'

export interface Entry {
  cue: Cue
  pattern: Pattern
  value: string
}

/** The entries of all cues, or of one. */
export function* entriesOf(language: Language, wanted?: Cue): Generator<Entry> {
  for (const line of textOf(language).split('\n')) {
    const [, name, value = '', phrases = ''] = /^([a-z_]+)(?: ([^:]+))?: *(.*)$/.exec(line) ?? []
    if (name === undefined) {
      if (line.trim() !== '' && !line.startsWith('#')) throw new Error(`Not a cue definition: "${line}"`)
      continue
    }
    if (wanted && name !== wanted) continue
    if (!CUES.includes(name as Cue)) throw new Error(`Unknown cue "${name}"`)
    for (const phrase of phrases.split(';'))
      for (const pattern of patternsOf(matchable(phrase.trim()))) yield { cue: name as Cue, pattern, value }
  }
}

const texts = new Map<Language, string>()

function textOf(language: Language): string {
  let text = texts.get(language)
  if (text === undefined) {
    text = readFileSync(new URL(`./${language}.cues`, import.meta.url), 'utf8')
    texts.set(language, text)
  }
  return text
}
