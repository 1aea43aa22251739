// Repairs sources that are gone: candidates for the new address, and the proof that a candidate must pass.
import { normalAddress, sameAddress } from './address.ts'
import type { Candidate } from './candidates.ts'
import { shareOf, shinglesOf } from './shingles.ts'

type RepairMethod = 'redirect' | 'canonical' | 'link' | 'known_path' | 'manifest' | 'operator'

export interface RepairCandidate {
  url: string
  method: RepairMethod
  reason: string
}

export interface Lost {
  kind: string
  url: string
  /** Target of permanent redirects (301, 308). It counts when it was seen twice. */
  redirect?: { to: string; seen: number } | undefined
  /** Canonical link of the last good page. */
  canonical?: string | undefined
  /** Current candidates from discovery. */
  found?: readonly Candidate[]
  /** An address entered by an operator. */
  named?: string | undefined
}

const MOST = 8
const TWICE = 2
const LINKS: ReadonlySet<string> = new Set(['sitemap', 'footer_link', 'page_link', 'hosted_link', 'security_txt'])

export function repairCandidates({ kind, url, redirect, canonical, found = [], named }: Lost): RepairCandidate[] {
  const same = found.filter((candidate) => candidate.kind === kind)
  const all: (RepairCandidate | undefined)[] = [
    redirect && redirect.seen >= TWICE
      ? { url: redirect.to, method: 'redirect', reason: 'The old address permanently redirects here.' }
      : undefined,
    canonical
      ? { url: canonical, method: 'canonical', reason: 'The old page named this as its canonical address.' }
      : undefined,
    ...same
      .filter(({ method }) => LINKS.has(method))
      .map(
        (link): RepairCandidate => ({
          url: link.url,
          method: 'link',
          reason: `Found at ${link.from} (${link.method}).`,
        }),
      ),
    ...same
      .filter(({ method }) => method === 'known_path')
      .map(
        (guess): RepairCandidate => ({
          url: guess.url,
          method: 'known_path',
          reason: 'A common address for this kind of page.',
        }),
      ),
    ...same
      .filter(({ method }) => method === 'manifest')
      .map(
        (listed): RepairCandidate => ({
          url: listed.url,
          method: 'manifest',
          reason: `The vendor lists it in ${listed.from}.`,
        }),
      ),
    named ? { url: named, method: 'operator', reason: 'An operator entered it.' } : undefined,
  ]
  const seen = new Set([sameAddress(url)])
  const fresh = all.flatMap((candidate) => {
    const address = candidate && normalAddress(candidate.url, url)
    if (!address || seen.has(sameAddress(address))) return []
    seen.add(sameAddress(address))
    return [{ ...candidate, url: address }]
  })
  return fresh.slice(0, MOST)
}

/** The last good version of a page, or the page at the new address. `text` is the extracted text. */
export interface ComparedPage {
  kind: string
  text: string
  claims: readonly { category: string; predicate: string; value: string }[]
}

const SHARED_ENOUGH = 0.3

/** A candidate that is not accepted is only proposed to operators. */
export function acceptReplacement(
  old: ComparedPage,
  found: ComparedPage,
): { accept: boolean; shared: number; reason: string } {
  const shared = Math.round(shareOf(shinglesOf(old.text), shinglesOf(found.text)) * 1_000) / 1_000
  const percent = `${Math.floor(shared * 100)}%`
  if (old.kind !== found.kind)
    return {
      accept: false,
      shared,
      reason: `It is a page of another kind: ${found.kind || 'unknown'}, not ${old.kind}.`,
    }
  if (shared >= SHARED_ENOUGH) return { accept: true, shared, reason: `It shares ${percent} of the old page's text.` }
  const key = (claim: ComparedPage['claims'][number]): string => `${claim.category} ${claim.predicate} ${claim.value}`
  const known = new Set(old.claims.map(key))
  const again = new Set(found.claims.map(key).filter((claim) => known.has(claim))).size
  if (again > 0) return { accept: true, shared, reason: `It repeats ${again} of the old page's claims.` }
  return { accept: false, shared, reason: `It shares ${percent} of the old page's text and none of its claims.` }
}
