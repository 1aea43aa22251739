// Whether a document is an agreement itself, not a page about one.
import type { Reading } from '../clauses/reading.ts'
import type { Language } from '../cues/names.ts'
import type { DocumentContext, ReadDocument } from '../types.ts'

const TITLES = 3
const LONG_ENOUGH = 6_000
const LONGEST_TITLE = 90

export function isAgreement(document: ReadDocument, { kind }: DocumentContext, reading: Reading): boolean {
  if (kind === 'dpa') return true
  if (document.text.length <= LONG_ENOUGH) return false
  const titles = reading.blocks.slice(0, TITLES).filter(({ kind: of, level }) => of === 'heading' && level <= 1)
  return [document.title, ...titles.map(({ text }) => text)].some((title) => {
    const language = languageOf(reading)
    const { hits, view } = reading.scanBeside(title, language)
    return view.length < LONGEST_TITLE && hits.has('agreement')
  })
}

const languageOf = (reading: Reading): Language => {
  const [first] = reading.blocks
  return (first && reading.scan(first)?.language) ?? 'en'
}
