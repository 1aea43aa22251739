// Extracts the sentences of a text that cover most of its topics, in their order.
import { termsIn } from '../search/text/tokenize.ts'

const MOST_SENTENCES = 2_000
/** Two sentences with a larger overlap are considered the same. */
const SAME = 0.7
const FIRST_BONUS = 1.3

interface Sentence {
  place: number
  text: string
  words: string[]
  weight: number
}

export function mainSentences(text: string, count: number): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  const texts = [...segments].map(({ segment }) => segment.replace(/\s+/g, ' ').trim()).filter((one) => one !== '')
  const read = texts.slice(0, MOST_SENTENCES).map((one) => ({ text: one, words: contentWords(one) }))
  const counts = new Map<string, number>()
  for (const { words } of read) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weighed = read.map(({ text, words }, place): Sentence => {
    const sum = words.reduce((total, word) => total + counts.get(word)!, 0)
    // Divided by the square root of the length, so that neither long nor short sentences always win.
    return { place, text, words, weight: (sum / Math.sqrt(words.length + 1)) * (place === 0 ? FIRST_BONUS : 1) }
  })
  const chosen: Sentence[] = []
  for (const one of weighed.toSorted((a, b) => b.weight - a.weight || a.place - b.place)) {
    if (chosen.length === count) break
    if (!chosen.some((other) => overlap(one.words, other.words) > SAME)) chosen.push(one)
  }
  return chosen.toSorted((a, b) => a.place - b.place).map(({ text }) => text)
}

const contentWords = (text: string): string[] => termsIn(text).filter((word) => word.length > 3 || /[^a-z]/.test(word))

function overlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const other = new Set(b)
  return a.filter((word) => other.has(word)).length / Math.min(a.length, b.length)
}
