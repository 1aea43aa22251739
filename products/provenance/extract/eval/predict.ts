// Runs the extractor on the documents of a gold file and converts its claims to the scorer's format.
import { extractClaims } from '../extract.ts'
import { readMarkup } from '../read/read.ts'
import type { Claim, Extraction } from '../types.ts'
import type { Gold, GoldDocument, Prediction, Predictions } from './gold.ts'

export interface Predicted {
  predictions: Predictions
  extractions: Record<string, Extraction>
}

export function predict(gold: Gold, pageOf: (html: string) => string | undefined): Predicted {
  const predictions: Predictions = {}
  const extractions: Record<string, Extraction> = {}
  for (const [id, document] of Object.entries(gold.documents)) {
    const page = pageOf(document.html)
    if (page === undefined) continue
    const extraction = extractDocument(document, page)
    extractions[id] = extraction
    predictions[id] = extraction.claims.map(predictionOf)
  }
  return { predictions, extractions }
}

function extractDocument(document: GoldDocument, page: string): Extraction {
  const contentType = document.html.endsWith('.json')
    ? 'application/json'
    : document.html.endsWith('.txt')
      ? 'text/plain'
      : 'text/html'
  const vendor = { name: document.vendor, domain: document.primary_domain ?? '', aliases: [] }
  const url = document.url ?? `https://${document.primary_domain ?? 'example.com'}/${document.kind}`
  return extractClaims(readMarkup(page, contentType), { url, kind: document.kind, vendor })
}

/** Replaces underscores in our identifiers with spaces, because the scorer compares words. */
function predictionOf({
  category,
  predicate,
  value,
  claim_text,
  confidence,
  relation,
  snippet,
  details,
}: Claim): Prediction {
  return {
    category,
    predicate,
    value: category === 'certification' ? value.replaceAll('_', ' ') : value,
    claim_text,
    confidence,
    relation,
    snippet,
    ...(typeof details.location === 'string' && { location: details.location }),
    ...(typeof details.purpose === 'string' && { purpose: details.purpose }),
    ...(typeof details.incident_signal === 'boolean' && { incident_signal: details.incident_signal }),
  }
}
