// Each part of a case numbers its sources from 1; a bundle numbers them once for all.
import type { Citation } from '@veritrace/contract/casework/shapes'

const nameOf = ({ title, quote_hash, locator }: Citation): string => [title, quote_hash, locator.value].join('\n')

/** The text with the numbers of the bundle instead of its own. Pure. */
export function renumber(text: string, own: readonly Citation[], all: readonly Citation[]): string {
  const numbers = new Map(all.map((citation) => [nameOf(citation), citation.n]))
  return text.replace(/\s?\[(\d{1,3})\]/g, (_, n) => {
    const citation = own.find((one) => one.n === Number(n))
    const number = citation && numbers.get(nameOf(citation))
    return number === undefined ? '' : ` [${number}]`
  })
}

export const goToSource = (n: number): void =>
  document.getElementById(`source-${n}`)?.scrollIntoView({ block: 'center' })
