// Whom a clause is about: the owner of the page, a company whose service the owner uses, or the reader.
import { matchesOf } from './matches.ts'
import { providersIn } from './providers.ts'

export type Subject = 'own' | 'other' | 'customer' | 'none'

export interface Speakers {
  own: readonly string[]
}

const OWN =
  /\b(?:we|we're|we've|our (?:company|organi[sz]ation|platform|products?|services?|software|cloud|security program|security|information security|application|team|systems?|production|business|program|practices|policies|soc|iso|latest|current|annual)(?!\s+(?:hosting |infrastructure |platform )?(?:providers?|partners?|vendors?|suppliers?|hosts?|processors?)\b)|the (?:service|platform|company|product|production service|organi[sz]ation)|us)\b/g
const OTHER =
  /\b(?:(?:hosting|cloud|infrastructure|payments?|storage|email|service|colocation|identity|technology|model|llm|ai)\s+(?:and \w+ )?(?:providers?|partners?|vendors?|suppliers?|hosts?|processors?)|data[\s-]?cent(?:er|re)s?(?: providers?| facilities)?|facilit(?:y|ies)|providers|sub-?processors?|suppliers?|vendors|partners|third[\s-]part(?:y|ies)|servers|contractors)\b/g
const CUSTOMER =
  /\b(?:you|your|customers?|users?|clients?|controllers?|merchants?|covered entit(?:y|ies)|organi[sz]ations|compan(?:ies)|businesses|any company|software|ai systems?|one|many|most|anyone)\b/g
/** Auditors are outsiders, but what they audit belongs to the owner. */
const AUDITORS =
  /\b(?:independent |accredited |external |qualified )?third[\s-]party (?=(?:[\w-]+ )?(?:audit|assess|firm|cpa|certif|penetration|pen\b|security|exam|attest|verif|valid|review|report))|\b(?:auditors?|assessors?|certification bod(?:y|ies))\b/g

interface Subjects {
  first: Subject
  last: Subject
}

const NOBODY: Subjects = { first: 'none', last: 'none' }
/** Caches the last text, because several rules check the same one in turn. */
let asked: { view: string; own: readonly string[]; subjects: Subjects } = { view: '', own: [], subjects: NOBODY }

/** The first and the last subject of a text: "we use AWS, which is …" starts with one and ends with another. */
export function subjectsOf(view: string, { own }: Speakers): Subjects {
  if (view === '') return NOBODY
  if (asked.view !== view || asked.own !== own) asked = { view, own, subjects: findSubjects(view, own) }
  return asked.subjects
}

function findSubjects(view: string, own: readonly string[]): Subjects {
  const text = view.replace(AUDITORS, (found) => ' '.repeat(found.length))
  const found: { at: number; subject: Subject }[] = []
  for (const name of own) {
    const at = wordAt(text, name)
    if (at >= 0) found.push({ at, subject: 'own' })
  }
  for (const [pattern, subject] of [
    [OWN, 'own'],
    [OTHER, 'other'],
    [CUSTOMER, 'customer'],
  ] as const) {
    for (const match of matchesOf(pattern, text)) found.push({ at: match.index, subject })
  }
  for (const provider of providersIn(text, own)) found.push({ at: provider.start, subject: 'other' })
  found.sort((one, other) => one.at - other.at || rank(one.subject) - rank(other.subject))
  return { first: found[0]?.subject ?? 'none', last: found.at(-1)?.subject ?? 'none' }
}

function rank(subject: Subject): number {
  return subject === 'other' ? 0 : subject === 'own' ? 1 : 2
}

function wordAt(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + name.length] ?? ' ')) return at
  }
  return -1
}
