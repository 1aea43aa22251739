// Scores predictions against a gold file: the same measures as the scorer that came with the labelled documents.
import { decodeHTML } from './entities.ts'
import type { Gold, Predictions } from './gold.ts'
import { scoreCertifications } from './score-certifications.ts'
import { scoreControls, scoreResidency } from './score-controls.ts'
import { scoreSubprocessors } from './score-subprocessors.ts'
import { count, counted, newTally, type Rates, rates, type Share, share, type Tally } from './tally.ts'
import { normal } from './vocabulary.ts'

export interface Scores {
  certifications: Rates
  cert_exact_type: number | null
  trap_rate: { hit: number; of: number }
  relation_on_traps: Share
  subprocessors: Rates
  affiliates_missed: number
  sub_location: Share
  sub_purpose: Share
  residency: Rates
  controls: Record<string, { accuracy: number | null; of: number; found?: Rates }>
  snippet_verbatim: Share
  status: Share
}

/** `pageOf` gives the HTML of a document, or undefined where it cannot be read. */
export function score(
  gold: Gold,
  predictions: Predictions,
  pageOf: (html: string) => string | undefined,
): { scores: Scores; errors: Tally['errors'] } {
  const tally = newTally()
  for (const [id, document] of Object.entries(gold.documents)) {
    const claims = predictions[id] ?? []
    const page = pageOf(document.html)
    if (page !== undefined)
      scoreSnippets(
        tally,
        id,
        page,
        claims.map(({ snippet }) => snippet),
      )
    scoreCertifications(tally, id, document, claims, gold.meta.relation_expected)
    scoreSubprocessors(tally, id, document, claims)
    scoreResidency(tally, id, document, claims)
    scoreControls(tally, id, document, claims)
  }
  return { scores: scoresOf(tally), errors: tally.errors }
}

function scoreSnippets(tally: Tally, id: string, html: string, snippets: readonly string[]): void {
  const bare = html.replace(/<!--.*?-->|<(script|style|noscript)\b.*?<\/\1>/gs, ' ')
  const spaced = normal(decodeHTML(bare.replace(/<[^>]+>/g, ' ')))
  const tight = normal(decodeHTML(bare.replace(/<[^>]+>/g, '')))
  for (const snippet of snippets) {
    const quote = normal(snippet)
    if (quote === '') continue
    count(tally, 'snippet_of')
    if (spaced.includes(quote) || tight.includes(quote)) count(tally, 'snippet_ok')
    else tally.errors.push([id, 'snippet', snippet, ''])
  }
}

function scoresOf(tally: Tally): Scores {
  const at = (key: string): number => counted(tally, key)
  const found = at('cert_tp') + at('cert_tp_family_only')
  return {
    certifications: rates(found, at('cert_fp'), at('cert_fn')),
    cert_exact_type: share(at('cert_tp'), found),
    trap_rate: { hit: at('trap_hit'), of: at('trap_total') },
    relation_on_traps: { ok: at('relation_ok'), of: at('relation_of') },
    subprocessors: rates(at('sub_tp'), at('sub_fp'), at('sub_fn')),
    affiliates_missed: at('aff_fn'),
    sub_location: { ok: at('loc_ok'), of: at('loc_total') },
    sub_purpose: { ok: at('pur_ok'), of: at('pur_total') },
    residency: rates(at('res_tp'), at('res_fp'), at('res_fn')),
    controls: Object.fromEntries(
      [...tally.controls].filter(([, one]) => one.of > 0).map(([name, one]) => [name, controlOf(one)]),
    ),
    snippet_verbatim: { ok: at('snippet_ok'), of: at('snippet_of') },
    status: { ok: at('status_ok'), of: at('status_total') },
  }
}

function controlOf({
  ok,
  of,
  tp,
  fp,
  fn,
  found,
}: Share & { tp: number; fp: number; fn: number; found: boolean }): Scores['controls'][string] {
  return { accuracy: share(ok, of), of, ...(found && { found: rates(tp, fp, fn) }) }
}
