// Where customer data is kept: regions held now, apart from regions planned and from the places of others.
import type { Finding } from '../claim.ts'
import { placesIn } from '../language/places.ts'
import { matchable } from '../read/characters.ts'
import type { DocumentContext } from '../types.ts'
import type { Statement } from './statements.ts'

const ABOUT =
  /\b(?:regions?|stor(?:e|es|ed|age)|host(?:ed|s|ing)?|resid(?:es?|ency|ing)|located|process(?:ed|es)|data cent(?:er|re)s?|infrastructure|servers?)\b/
const KEPT =
  /\b(?:data|content|information|files|records|documents|messages|uploads|recordings|vaults|accounts|everything|workspaces?|servers?|infrastructure|databases?|service|platform|backups?|we|cloud)\b[^.;]{0,80}\b(?:stor(?:e|es|ed)|hosts?|hosted|process(?:ed)?|resides?|located|kept|housed|stays?|remains?|based|runs?|use)\b[^.;]{0,60}?(?:\b(?:in|within|on|to|at|use)\b|\()\s*(?:the )?([^.;]{2,90})/
const REGION = /((?:[^.;:]{0,80}))\b(?:data )?(?:regions?|infrastructure|hosting locations?)\b(?!s? of)([^.;]{0,80})/
const LISTED =
  /\bdata residency\b|\bregions?\b[^.]{0,40}\b(?:available|supported|offered|use|choose)\b|\bavailable\b[^.]{0,30}\bregions?\b|\bwhere\b[^.]{0,30}\bdata\b[^.]{0,20}\b(?:stored|hosted|kept|located)\b|\bdata (?:is|are|can be) (?:stored|hosted)\b|\bhosting (?:locations?|regions?)\b|\bcloud regions?\b|\bfollowing (?:regions|countries|locations)\b/
const OTHERS =
  /\b(?:(?:sub-?processors?|offices?|employees|incorporated|transfer(?:s|red|ring)?|outside|residents?|laws?|responsible|data subjects?|may (?:be|also|process|store)|gdpr|privacy (?:shield|framework)|do(?:es)? not|not (?:stored|available|supported|hosted)|cannot|company)\b|headquarter|third part|regulat|self-host)/
const PLANNED =
  /\b(?:plan(?:s|ned|ning)?|roadmap|coming|soon|future|upcoming|will (?:be|offer|add|launch)|in the process|working)\b/

export function residencyFindings({ kind }: DocumentContext, all: readonly Statement[]): Finding[] {
  if (/sub-?processor|processors/.test(kind)) return []
  const found = new Map<string, Finding>()
  for (const statement of all) {
    for (const place of placesOf(statement)) {
      const planned = PLANNED.test(statement.view)
      const key = `${place} ${planned}`
      if (!found.has(key) && place !== 'Worldwide') found.set(key, findingOf(statement, place, planned))
    }
  }
  return [...found.values()].filter((one) => one.state === 'affirmed' || !found.has(`${one.value} false`))
}

function placesOf({ view, block, heading, lead }: Statement): string[] {
  const isListed = block.kind === 'item' || block.kind === 'row' || block.kind === 'term'
  const isAbout = ABOUT.test(view)
  if (!isListed && !isAbout) return []
  if (OTHERS.test(view) || /\bsub-?processor|\boffices|\btransfer/.test(heading)) return []
  if (isListed && view.length < 160 && LISTED.test(`${heading} / ${lead().slice(-200)}`))
    return placesIn(view.slice(0, 60))
  if (!isAbout) return []
  const region = /\bregions?\b/.test(view) ? REGION.exec(view) : null
  if (region && /\bregions?\b/.test(region[0])) {
    const near = placesIn(
      `${region[1]?.slice(-60) ?? ''} , ${/^\s*(?::|are|include|including|in|such as|\()/.test(region[2] ?? '') ? region[2] : ''}`,
    )
    if (near.length > 0) return near
  }
  const kept = KEPT.exec(view)
  return kept ? placesIn(matchable(kept[1] ?? '')) : []
}

function findingOf({ block, start, end }: Statement, place: string, planned: boolean): Finding {
  return {
    category: 'data_residency',
    predicate: 'hosts_data_in',
    value: place,
    state: planned ? 'in_progress' : 'affirmed',
    text: planned ? `Data region planned: ${place}` : `Data is kept in: ${place}`,
    block,
    start,
    end,
    rule: planned ? 'residency/planned' : 'residency/kept',
    details: { location: place },
  }
}
