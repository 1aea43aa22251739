// The sources of an answer, numbered in the order they were found, without duplicates.
import { createHash } from 'node:crypto'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { cutText } from '@veritrace/platform/text'

export interface Sources {
  all: readonly Citation[]
  add(citation: Citation): number
  /** Adds a computed fact with the request that computes it again; returns several numbers if it is long. */
  computed(made: Computed): number[]
}

interface Computed {
  title: string
  /** Such as `GET /clean-core/readiness?project_id=…`. */
  query: string
  parts: readonly string[]
  evidence?: string | undefined
  asOf?: string | null | undefined
}

const MAX_QUOTE = 400

export function openSources(): Sources {
  const all: Citation[] = []
  const numbers = new Map<string, number>()
  const add = (citation: Citation): number => {
    const key = `${citation.title} ${citation.locator.value} ${citation.quote_hash}`
    const known = numbers.get(key)
    if (known) return known
    const n = all.push({ ...citation, n: all.length + 1 })
    numbers.set(key, n)
    return n
  }
  return {
    all,
    add,
    computed: ({ title, query, parts, evidence, asOf = null }) =>
      packed(parts).map((quote) =>
        add({
          n: 0,
          kind: evidence ? 'evidence' : 'statement',
          title,
          ...(evidence && { evidence_id: evidence }),
          locator: { type: 'text', value: query },
          quote,
          quote_hash: `sha256:${createHash('sha256').update(quote).digest('hex')}`,
          as_of: asOf,
          confidence: 1,
        }),
      ),
  }
}

/** Packs as many parts into one quote as fit. */
function packed(parts: readonly string[]): string[] {
  const quotes: string[] = []
  for (const part of parts) {
    const last = quotes.at(-1)
    if (last !== undefined && last.length + part.length + 2 <= MAX_QUOTE) quotes[quotes.length - 1] = `${last}; ${part}`
    else quotes.push(cutText(part, MAX_QUOTE))
  }
  return quotes
}
