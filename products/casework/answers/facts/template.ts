// Fills a pack's template with facts. A line with a missing fact is left out, and each sentence cites the sources of
// its facts. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Sentence } from '../check.ts'
import { sentencesIn } from '../sentences.ts'

export interface Value {
  text: string | number
  cites: readonly number[]
}
/** One value within a line, or complete sentences that replace the whole line. */
export type Values = Readonly<Record<string, Value | readonly Sentence[] | undefined>>

const PLACEHOLDER = /\{(\w+)\}/g

export const placeholdersOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map((match) => match[1]!)),
]

export const fillTemplate = (template: string, values: Values): Sentence[] =>
  template.split('\n').flatMap((line) => fillLine(line.trim(), values))

function fillLine(line: string, values: Values): Sentence[] {
  const names = placeholdersOf(line)
  const given = names.map((name) => ownValue(values, name))
  if (!line || given.some((value) => value === undefined)) return []
  const [only] = given
  if (isSentences(only)) return names.length === 1 && line === `{${names[0]}}` ? [...only] : []
  const single = values as Readonly<Record<string, Value>>
  const cites = [...new Set(names.flatMap((name) => single[name]!.cites))]
  const text = line.replace(PLACEHOLDER, (_, name: string) => String(single[name]!.text))
  return sentencesIn(text).map((sentence) => ({ ...sentence, cites }))
}

const isSentences = (value: Values[string]): value is readonly Sentence[] => Array.isArray(value)
