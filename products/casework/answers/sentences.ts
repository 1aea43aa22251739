// Splits texts into sentences, and writes sentences with their citation numbers. Pure.
import type { Sentence } from './check.ts'

const MARKER = /\s*\[(\d+)\]/g
const END = /(?<=[.!?](?:\s?\[\d+\])*)\s+(?=[\p{Lu}\d“"])/u

/** Sentences with the citation numbers they contain. Markers of lists and headings are dropped. */
export const sentencesIn = (text: string): Sentence[] =>
  text
    .split(/\n+/)
    .flatMap((line) => line.trim().split(END))
    .map(readSentence)
    .filter(({ text }) => /\p{L}/u.test(text))

function readSentence(text: string): Sentence {
  const cites = [...new Set([...text.matchAll(MARKER)].map((match) => Number(match[1])))]
  return { text: text.replace(MARKER, '').replace(/\s+/g, ' ').trim(), cites }
}

/** `VBAK is not released [1][2]. ` */
export function writeSentence({ text, cites }: Sentence): string {
  const marks = cites
    .toSorted((a, b) => a - b)
    .map((n) => `[${n}]`)
    .join('')
  if (!marks) return `${text} `
  const end = text.match(/[.!?]$/)?.[0]
  return end ? `${text.slice(0, -1)} ${marks}${end} ` : `${text} ${marks}. `
}

export const joined = (words: readonly string[]): string => {
  const unique = [...new Set(words)]
  return unique.length < 2 ? (unique[0] ?? '') : `${unique.slice(0, -1).join(', ')} and ${unique.at(-1)}`
}
