// Each part of a case numbers its sources from 1. A bundle has one numbered list of sources for all parts.
import type { Citation } from '@veritrace/contract/casework/shapes'

const keyOf = ({ title, quote_hash, locator }: Citation): string => [title, quote_hash, locator.value].join('\n')

/** Replaces the citation numbers of one part with those of the bundle. Pure. */
export function renumber(text: string, own: readonly Citation[], all: readonly Citation[]): string {
  const numbers = new Map(all.map((citation) => [keyOf(citation), citation.n]))
  return text.replace(/\s?\[(\d{1,3})\]/g, (_, n) => {
    const citation = own.find((one) => one.n === Number(n))
    const number = citation && numbers.get(keyOf(citation))
    return number === undefined ? '' : ` [${number}]`
  })
}

export const goToSource = (n: number): void =>
  document.getElementById(`source-${n}`)?.scrollIntoView({ block: 'center' })
