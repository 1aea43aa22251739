// Which vendor of the directory a subprocessor is: by its domain first, then by its name as a whole, never by a part.
import { getDomain } from 'tldts'
import type { Provenance } from '../deps.ts'
import { namesOf } from '../vendors/derive/names.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import { findLinks, type Link, type Wanted } from './store.ts'
import type { Draft } from './tables.ts'

/** Drafts with `vendor_id` and `vendor_slug` in the details of those that are known; one query for all. */
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

/** Of a web address; of a name only where it is one: "Convert.com". */
function hostOf(address: string): string {
  if (!/^https?:\/\/[\w-]+(\.[\w-]+)+/i.test(address) || !URL.canParse(address)) return ''
  return new URL(address).hostname.replace(/^www\./, '')
}

/** The surest way that leads to one vendor; where it leads to two, nobody knows who is meant. */
function chosen(links: readonly Link[]): Link | undefined {
  const surest = links.filter(({ by }) => by === links[0]?.by)
  return new Set(surest.map(({ id }) => id)).size === 1 ? surest[0] : undefined
}
