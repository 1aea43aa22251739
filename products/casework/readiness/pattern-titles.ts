// Labels and titles of patterns in a list of decisions. Pure.
import type { Named } from '../model/artifacts.ts'
import { counted } from '../model/counted.ts'
import type { Known } from '../rating/known.ts'
import type { Pattern } from './patterns.ts'

type TitledPattern = Pick<Pattern, 'reference' | 'access' | 'known' | 'finding'>

/** `VBAK (read) → I_SALESDOCUMENT`. */
export const labelOfPattern = ({ reference, access, known }: Omit<TitledPattern, 'finding'>): string =>
  [`${reference.name} (${access})`, afterName(known)].filter(Boolean).join(' → ')

/** Title of a decision without alternatives: `Replace 73 uses of FLAG by ABAP_BOOLEAN: mechanical`. */
export const mechanicalTitle = (reference: Named, known: Known | undefined, sites: number, where = ''): string =>
  `Replace ${counted(sites, 'use')} of ${reference.name}${where} by ${afterName(known) || 'one of your own'}: mechanical`

export const decisionTitle = (pattern: TitledPattern, sites: number): string =>
  pattern.finding.isMechanical
    ? mechanicalTitle(pattern.reference, pattern.known, sites)
    : `${labelOfPattern(pattern)}: ${counted(sites, 'place')}`

const MAX_NAMED = 3
function afterName(known: Known | undefined): string {
  const last = known?.successors.filter(({ terminal }) => terminal) ?? []
  const names = last.slice(0, MAX_NAMED).map(({ artifact, concept }) => concept ?? artifact.name)
  return last.length > MAX_NAMED ? `${names.join(', ')} and ${last.length - MAX_NAMED} more` : names.join(', ')
}
