// A shape is a way to publish a list of suppliers. Also helpers to build shapes.
import type { Language } from '../cues/names.ts'
import type { Phrases } from './phrases.ts'
import type { Random } from './random.ts'

export interface Supplier {
  name: string
  purpose: string
  place: string
}

export interface Made {
  suppliers: readonly Supplier[]
  words: Phrases
  random: Random
  language: Language
}

/** Some shapes hide fields. A place may be read from a heading. */
export interface Shape {
  make: (made: Made) => string
  hides?: readonly ('purpose' | 'place' | 'quote')[]
  isAffiliate?: (index: number) => boolean
}

export const rows = (cells: readonly (readonly string[])[], tag = 'td'): string =>
  cells.map((row) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`).join('')
export const full = ({ name, purpose, place }: Supplier): string[] => [name, purpose, place]
export const list = (items: readonly string[], tag = 'ul'): string =>
  `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`
export const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
export const each = ({ suppliers }: Made, write: (one: Supplier, index: number) => string): string[] =>
  suppliers.map(write)
export const head = ({ words, random }: Made): [string, string, string] => [
  random.pick(words.name),
  random.pick(words.purpose),
  random.pick(words.location),
]
export const colon = ({ language }: Made): string => (language === 'ja' ? '：' : language === 'fr' ? ' : ' : ': ')
export const table = (made: Made, write: (head: [string, string, string]) => string): string =>
  `<table>${write(head(made))}</table>`
export const half = <T>(all: readonly T[]): [T[], T[]] => [all.slice(0, all.length >> 1), all.slice(all.length >> 1)]
export const joined = ({ words, language }: Made, texts: readonly string[]): string => {
  if (language === 'ja') return texts.join('、')
  return `${texts.slice(0, -1).join(', ')} ${words.and} ${texts.at(-1)}`
}
export const byPlace = ({ suppliers }: Made): [string, Supplier[]][] => {
  const places = new Map<string, Supplier[]>()
  for (const one of suppliers) places.set(one.place, [...(places.get(one.place) ?? []), one])
  return [...places]
}
export const sentence = ({ words, random }: Made, texts: string): string =>
  `<p>${random.pick(words.prose).replace('{}', texts)}</p>`
