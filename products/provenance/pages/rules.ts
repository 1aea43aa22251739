// When a page may be published, and what an edit means. Pure.
import type { NewPage, PagePatch, ReadinessCheck } from '@veritrace/contract/provenance/pages'

/** The facts that decide whether a page is ready. */
export interface PageFacts {
  slug: string
  display_name: string
  headline: string
  intro: string
  security_contact: string | null
  custom_domain: string | null
  domain_status: string
  no_subprocessors: boolean
  subprocessors: number
  disclosures: number
  expired_evidence: number
}

/** All checks in the order in which a customer would work through them. */
export const readinessChecks = (page: PageFacts): ReadinessCheck[] => CHECKS.map((check) => check(page))
export const isReady = (checks: readonly ReadinessCheck[]): boolean => checks.every((check) => check.status !== 'fail')
export const gapsOf = (page: PageFacts): ReadinessCheck[] =>
  readinessChecks(page).filter((check) => check.status === 'fail')

/** The gaps that an edit opens. A new domain is none: it can be verified only after it is set, and is not shown before. */
export function newGaps(before: PageFacts, after: PageFacts): ReadinessCheck[] {
  const known = ['domain', ...gapsOf(before).map((gap) => gap.id)]
  return gapsOf(after).filter((gap) => !known.includes(gap.id))
}

type Check = (page: PageFacts) => ReadinessCheck
type Finding = { status: ReadinessCheck['status']; message: string }
const pass = (message: string): Finding => ({ status: 'pass', message })
const fail = (message: string): Finding => ({ status: 'fail', message })
const warn = (message: string): Finding => ({ status: 'warn', message })

const check =
  (id: string, title: string, screenOf: (page: PageFacts) => string, find: (page: PageFacts) => Finding): Check =>
  (page) => ({ id, title, ...find(page), fix_url: screenOf(page) })

/** A tab of the page in the workspace, and the field on it. */
const tab =
  (view: 'content' | 'subprocessors' | 'disclosures' | 'look', field?: string) =>
  ({ slug }: PageFacts): string =>
    `/workspace/pages/${slug}?view=${view}${field ? `#${field}` : ''}`

const CHECKS: readonly Check[] = [
  check('display_name', 'Name', tab('content', 'display_name'), (page) =>
    page.display_name.trim() ? pass('The page has a name.') : fail('Enter a name for the page.'),
  ),
  check('disclosure', 'Disclosure', tab('disclosures'), (page) =>
    page.disclosures > 0
      ? pass(`${page.disclosures} published on this page.`)
      : fail('Publish at least one disclosure on this page.'),
  ),
  check('contact', 'Security contact', tab('content', 'security_contact'), (page) =>
    page.security_contact ? pass('Readers can reach you.') : fail('Add an address for security questions.'),
  ),
  check('subprocessors', 'Subprocessors', tab('subprocessors'), (page) => {
    if (page.no_subprocessors && page.subprocessors > 0)
      return fail('The page lists subprocessors and declares that there are none.')
    if (page.subprocessors > 0) return pass(`${page.subprocessors} listed.`)
    return page.no_subprocessors
      ? pass('Declared: none are used.')
      : fail('List your subprocessors, or declare that you use none.')
  }),
  check(
    'evidence',
    'Evidence',
    () => '/workspace/evidence?status=expired',
    (page) =>
      page.expired_evidence === 0
        ? pass('No public evidence has expired.')
        : fail(`${page.expired_evidence} public evidence files have expired; renew or hide them.`),
  ),
  check('domain', 'Custom domain', tab('look', 'custom_domain'), (page) => {
    if (!page.custom_domain) return pass('The page uses the default address.')
    return page.domain_status === 'verified'
      ? pass(`${page.custom_domain} is verified.`)
      : fail(`${page.custom_domain} is not verified yet. Set its DNS record.`)
  }),
  check('placeholders', 'Placeholders', tab('content', 'intro'), (page) => {
    const found = findPlaceholders(page)
    return found.length === 0
      ? pass('There is no template text.')
      : fail(`Replace the template text ${found.join(', ')}.`)
  }),
  check('headline', 'Headline', tab('content', 'headline'), (page) =>
    page.headline.trim() ? pass('The page has a headline.') : warn('A headline helps readers; it is not required.'),
  ),
]

/** Matches `{Company}`, `[Company Legal Name]`, `<your company>`: real pages have been published with text like this. */
const PLACEHOLDER =
  /\{\{?[A-Za-z][\w .-]{1,40}\}?\}|\[(?:Your|Company|Customer|Legal|Insert|Name|Product)\b[\w' -]{0,40}\](?!\()|<(?:your|company)\b[\w ]{0,40}>/g

export const findPlaceholders = (page: Pick<PageFacts, 'display_name' | 'headline' | 'intro'>): string[] =>
  [...new Set([page.display_name, page.headline, page.intro].flatMap((text) => text.match(PLACEHOLDER) ?? []))].slice(
    0,
    5,
  )

/** A JSON merge patch for the one nested object: null removes a field (RFC 7386). */
export function mergeTheme(
  theme: Readonly<Record<string, unknown>>,
  patch: NewPage['theme'] | undefined,
): Record<string, unknown> {
  const merged = { ...theme, ...patch }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** Whether an edit publishes or unpublishes the page. Each has its own action in the audit log. */
export function publishStep(published: boolean, patch: PagePatch): 'publish' | 'unpublish' | undefined {
  if (patch.published === undefined || patch.published === published) return undefined
  return patch.published ? 'publish' : 'unpublish'
}

/** The paid features that these fields use. */
export const paidFields = (fields: Partial<NewPage>): ('custom_domain' | 'remove_branding')[] => [
  ...(fields.custom_domain ? (['custom_domain'] as const) : []),
  ...(fields.footer_branding === false ? (['remove_branding'] as const) : []),
]

/** Host names are case-insensitive. Lower case makes each of them unique in the database. */
export const withPlainDomain = <F extends Partial<NewPage>>(fields: F): F =>
  fields.custom_domain ? { ...fields, custom_domain: fields.custom_domain.toLowerCase() } : fields

/** The DNS record that proves a domain: only the operator of its DNS can set it. */
export const domainRecord = (domain: string, token: string) => ({
  type: 'TXT',
  name: `_veritrace.${domain}`,
  value: `veritrace-page=${token}`,
})
