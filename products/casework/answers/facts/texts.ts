// Answers questions from texts, such as what a term means or how to do something.

import { type Asking, type Material, nothing } from './asking.ts'
import { readTexts } from './passages.ts'
import { fillTemplate, placeholdersOf } from './template.ts'

/** Every quote must contain the names in `needed`. */
export async function texts(asking: Asking, needed: readonly string[] = []): Promise<Material> {
  const { params, question, intent } = asking
  const q = params.topic ?? params.name ?? question
  // A number in the question, such as that of an SAP Note, must appear in the quote too.
  const named = params.name && /\d/.test(params.name) ? [params.name] : []
  const found = await readTexts(asking, q, [...new Set([...needed, ...named])])
  if (found.sentences.length === 0) return nothing('search', 'Searched guidance and documents.')
  const place = placeholdersOf(intent.template).find((name) => name === 'guidance' || name === 'passages')
  return place ? { ...found, sentences: fillTemplate(intent.template, { [place]: found.sentences }) } : found
}
