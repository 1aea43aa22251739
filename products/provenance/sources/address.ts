// Normalizes addresses and determines their owners.
import { getDomain } from 'tldts'

const LONGEST = 2_000
/** Parameters that track visitors and do not change the content. */
const TRACKING =
  /^(?:utm_\w+|_?ga|gad_\w+|_gl|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|hsctatracking|__hs\w+|vero_\w+|oly_(?:enc|anon)_id|ref|ref_src|referrer|trk|trkcampaign|cmpid|s_cid|wickedid)$/i

/** An absolute address without parts that change nothing. Undefined if it is not http or https. */
export function normalAddress(raw: string, base?: string): string | undefined {
  const url = raw.length > LONGEST ? null : URL.parse(raw.trim(), base)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  url.hash = ''
  url.username = ''
  url.password = ''
  if (url.search !== '') for (const name of trackingOf(url)) url.searchParams.delete(name)
  // Remove a question mark without a query.
  else if (url.href.endsWith('?')) url.search = ''
  return url.href.length > LONGEST ? undefined : url.href
}

const trackingOf = ({ searchParams }: URL): string[] => [...searchParams.keys()].filter((name) => TRACKING.test(name))

/** A key that is equal for addresses that differ only in TLS, www, a trailing slash or an index page. */
export function sameAddress(url: string): string {
  const { host, pathname, search } = new URL(url)
  const path = pathname.replace(/\/index\.html?$/i, '/').replace(/\/+$/, '')
  return `${host.replace(/^www\./, '')}${path}${search}`
}

/**
 * The registrable domain: `acme.example` for `trust.acme.example`. A host without one, such as an IP address, is
 * returned.
 */
export const ownerOf = (url: string): string => domainOf(new URL(url).hostname)

/**
 * The registrable domain of a host. By the public suffix list, subdomains of a hosting service have different owners.
 */
export const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host

/** Whether a part of a path only selects a language or a region. */
export const isLocale = (part: string): boolean =>
  /^(?:en|de|fr|es|it|nl|pt|pl|sv|da|fi|nb|no|cs|sk|hu|ro|el|ja|ko|zh|ru|uk|tr|ar|he|th|vi|id|us|gb|eu|au|ca|br|mx|ch|at|int)(?:[-_][a-z]{2,4})?$/i.test(
    part,
  )
