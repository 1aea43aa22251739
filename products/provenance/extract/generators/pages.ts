// Whole pages generated from shapes, with the expected suppliers.

import type { Language } from '../cues/names.ts'
import { placesIn } from '../language/places.ts'
import { companiesOf } from './companies.ts'
import { PHRASES } from './phrases.ts'
import { randomOf } from './random.ts'
import type { Shape, Supplier } from './shape.ts'
import { SHAPES } from './shapes.ts'

export interface Generated {
  language: Language
  shape: string
  text: string
  suppliers: readonly Supplier[]
  hides: NonNullable<Shape['hides']>
  isAffiliate: NonNullable<Shape['isAffiliate']>
}

const COUNTRIES = ['DE', 'IE', 'US', 'FR', 'NL', 'SE', 'JP', 'CA', 'GB', 'ES', 'CH', 'FI']
const SUPPLIERS = 6

export function pageOf(language: Language, name: string, seed: number): Generated {
  const shape = SHAPES[name] as Shape
  const random = randomOf(seed)
  const words = PHRASES[language]
  const country = new Intl.DisplayNames(language, { type: 'region' })
  const places = random.some(COUNTRIES, 3).map((code) => country.of(code) ?? code)
  const purposes = random.some(words.purposes, SUPPLIERS)
  const suppliers = companiesOf(random, language, SUPPLIERS).map((company, at) => ({
    name: company,
    purpose: purposes[at] as string,
    place: places[at % places.length] as string,
  }))
  const body = shape.make({ suppliers, words, random, language })
  const { hides = [], isAffiliate = () => false } = shape
  const made = { language, shape: name, suppliers, hides, isAffiliate }
  if (body.startsWith('MARKDOWN')) return { ...made, text: body.slice('MARKDOWN\n'.length) }
  const [heading, items] = words.duties
  const decoys = random.some(words.decoys, 2).map((decoy) => `<h2>${decoy}</h2><p>…</p>`)
  const duties = `<h2>${heading}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
  const page = `<h1>${random.pick(words.title)}</h1><p>${random.pick(words.lead)}</p>${body}${decoys.join('')}${duties}`
  return { ...made, text: `<html lang="${language}"><body>${page}</body></html>` }
}

export const samePlaces = (one: string, other: string): boolean =>
  placesIn(one).sort().join() === placesIn(other).sort().join() && placesIn(one).length > 0
