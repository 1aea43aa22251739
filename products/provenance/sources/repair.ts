// A source that is gone may have moved. Where to look, in order, and what has to be proved before it is believed.
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
  /** Where permanent redirects (301, 308) led; believed from the second time on. */
  redirect?: { to: string; seen: number } | undefined
  /** The canonical link of the last page that was good. */
  canonical?: string | undefined
  /** What discovery finds at the vendor's site today. */
  found?: readonly Candidate[]
  /** What an operator has named. */
  named?: string | undefined
}

const MOST = 8
const TWICE = 2
const LINKS: ReadonlySet<string> = new Set(['sitemap', 'footer_link', 'page_link', 'hosted_link', 'security_txt'])

export function repairCandidates({ kind, url, redirect, canonical, found = [], named }: Lost): RepairCandidate[] {
  const same = found.filter((candidate) => candidate.kind === kind)
  const all: (RepairCandidate | undefined)[] = [
    redirect && redirect.seen >= TWICE
      ? { url: redirect.to, method: 'redirect', reason: 'The old address redirects here for good.' }
      : undefined,
    canonical
      ? { url: canonical, method: 'canonical', reason: 'The old page named this as its own address.' }
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
          reason: 'A usual place for such a page.',
        }),
      ),
    ...same
      .filter(({ method }) => method === 'manifest')
      .map(
        (told): RepairCandidate => ({
          url: told.url,
          method: 'manifest',
          reason: `The vendor names it in ${told.from}.`,
        }),
      ),
    named ? { url: named, method: 'operator', reason: 'An operator has named it.' } : undefined,
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

/** A page as it was last good, or as it stands at the new address. Text is what the extractor read. */
export interface ComparedPage {
  kind: string
  text: string
  claims: readonly { category: string; predicate: string; value: string }[]
}

const SHARED_ENOUGH = 0.3

/** Not accepted is proposed, never switched. */
export function acceptReplacement(
  old: ComparedPage,
  found: ComparedPage,
): { accept: boolean; shared: number; reason: string } {
  const shared = Math.round(shareOf(shinglesOf(old.text), shinglesOf(found.text)) * 1_000) / 1_000
  const percent = `${Math.floor(shared * 100)} %`
  if (old.kind !== found.kind)
    return {
      accept: false,
      shared,
      reason: `It is a page of another kind: ${found.kind || 'unknown'}, not ${old.kind}.`,
    }
  if (shared >= SHARED_ENOUGH) return { accept: true, shared, reason: `It has ${percent} of the old page's text.` }
  const key = (claim: ComparedPage['claims'][number]): string => `${claim.category} ${claim.predicate} ${claim.value}`
  const known = new Set(old.claims.map(key))
  const again = new Set(found.claims.map(key).filter((claim) => known.has(claim))).size
  if (again > 0) return { accept: true, shared, reason: `It makes ${again} of the old page's claims again.` }
  return { accept: false, shared, reason: `It has ${percent} of the old page's text and none of its claims.` }
}
