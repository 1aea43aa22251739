// Links a subprocessor to a vendor of the directory: by domain first, then by its whole name, never by a part of it.
import { getDomain } from 'tldts'
import type { Provenance } from '../deps.ts'
import { namesOf } from '../vendors/derive/names.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import { findLinks, type Link, type Wanted } from './store.ts'
import type { Draft } from './tables.ts'

/** Adds `vendor_id` and `vendor_slug` to the details of known subprocessors, with one query for all. */
export async function linkSubprocessors(
  tx: Provenance['db'],
  vendorId: string,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  const wanted = drafts.flatMap((draft, place) =>
    draft.category === CATEGORY.subprocessor ? [wantedOf(draft, place)] : [],
  )
  if (wanted.length === 0) return [...drafts]
  const found = Map.groupBy(await findLinks(tx, wanted), ({ place }) => place)
  return drafts.map((draft, place) => {
    const link = chosen((found.get(place) ?? []).filter(({ id }) => id !== vendorId))
    return link ? { ...draft, details: { ...draft.details, vendor_id: link.id, vendor_slug: link.slug } } : draft
  })
}

function wantedOf({ value, details }: Draft, place: number): Wanted {
  const hosts = [hostOf(String(details.website ?? '')), hostOf(`https://${value.trim()}/`)].filter(
    (host) => host !== '',
  )
  const [name = '', ...others] = namesOf(value)
  return { place, hosts, domains: hosts.map((host) => getDomain(host) ?? host), name, other_names: others }
}

/** Host of a web address, or of a name that is a host, like "Convert.com". */
function hostOf(address: string): string {
  if (!/^https?:\/\/[\w-]+(\.[\w-]+)+/i.test(address) || !URL.canParse(address)) return ''
  return new URL(address).hostname.replace(/^www\./, '')
}

/** The vendor found in the most reliable way, or undefined if that way finds two. */
function chosen(links: readonly Link[]): Link | undefined {
  const surest = links.filter(({ by }) => by === links[0]?.by)
  return new Set(surest.map(({ id }) => id)).size === 1 ? surest[0] : undefined
}
