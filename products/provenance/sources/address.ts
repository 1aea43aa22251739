// Addresses in one spelling, and whose they are.
import { getDomain } from 'tldts'

const LONGEST = 2_000
/** Parameters that say where a visitor came from, not what is shown. */
const TRACKING =
  /^(?:utm_\w+|_?ga|gad_\w+|_gl|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|hsctatracking|__hs\w+|vero_\w+|oly_(?:enc|anon)_id|ref|ref_src|referrer|trk|trkcampaign|cmpid|s_cid|wickedid)$/i

/** Absolute, without what changes nothing; undefined for what is no page on the web. */
export function normalAddress(raw: string, base?: string): string | undefined {
  const url = raw.length > LONGEST ? null : URL.parse(raw.trim(), base)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  url.hash = ''
  url.username = ''
  url.password = ''
  if (url.search !== '') for (const name of trackingOf(url)) url.searchParams.delete(name)
  // A question mark with nothing behind it asks nothing.
  else if (url.href.endsWith('?')) url.search = ''
  return url.href.length > LONGEST ? undefined : url.href
}

const trackingOf = ({ searchParams }: URL): string[] => [...searchParams.keys()].filter((name) => TRACKING.test(name))

/** Equal for addresses that nobody tells apart: with and without TLS, www, a slash or an index at the end. */
export function sameAddress(url: string): string {
  const { host, pathname, search } = new URL(url)
  const path = pathname.replace(/\/index\.html?$/i, '/').replace(/\/+$/, '')
  return `${host.replace(/^www\./, '')}${path}${search}`
}

/** `acme.example` for `trust.acme.example`; a host that has none, such as an IP address, is its own. */
export const ownerOf = (url: string): string => domainOf(new URL(url).hostname)

/** Hosts below a shared suffix such as a hoster's belong to different owners, as the public suffix list says. */
export const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host

/** The part of a path that only chooses a language or a market. */
export const isLocale = (part: string): boolean =>
  /^(?:en|de|fr|es|it|nl|pt|pl|sv|da|fi|nb|no|cs|sk|hu|ro|el|ja|ko|zh|ru|uk|tr|ar|he|th|vi|id|us|gb|eu|au|ca|br|mx|ch|at|int)(?:[-_][a-z]{2,4})?$/i.test(
    part,
  )
