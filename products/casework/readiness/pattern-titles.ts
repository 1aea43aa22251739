// How a pattern is called in a list of decisions. Pure.
import type { Named } from '../model/artifacts.ts'
import { counted } from '../model/counted.ts'
import type { Known } from '../rating/known.ts'
import type { Pattern } from './patterns.ts'

type Told = Pick<Pattern, 'reference' | 'access' | 'known' | 'finding'>

/** `VBAK (read) → I_SALESDOCUMENT`. */
export const labelOfPattern = ({ reference, access, known }: Omit<Told, 'finding'>): string =>
  [`${reference.name} (${access})`, afterName(known)].filter(Boolean).join(' → ')

/** The whole decision where nobody has to think: `Replace 73 uses of FLAG by ABAP_BOOLEAN: mechanical`. */
export const mechanicalTitle = (reference: Named, known: Known | undefined, sites: number, where = ''): string =>
  `Replace ${counted(sites, 'use')} of ${reference.name}${where} by ${afterName(known) || 'one of your own'}: mechanical`

export const decisionTitle = (pattern: Told, sites: number): string =>
  pattern.finding.isMechanical
    ? mechanicalTitle(pattern.reference, pattern.known, sites)
    : `${labelOfPattern(pattern)}: ${counted(sites, 'place')}`

const MOST_NAMED = 3
function afterName(known: Known | undefined): string {
  const last = known?.successors.filter(({ terminal }) => terminal) ?? []
  const names = last.slice(0, MOST_NAMED).map(({ artifact, concept }) => concept ?? artifact.name)
  return last.length > MOST_NAMED ? `${names.join(', ')} and ${last.length - MOST_NAMED} more` : names.join(', ')
}
