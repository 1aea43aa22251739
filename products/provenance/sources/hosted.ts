// Pages of a vendor on hosts of other services. They count only if the vendor's own domain links to them: a name in an
// address proves nothing, and a service hosts many customers.
import { domainOf } from './address.ts'
import type { SourceKind } from './kinds.ts'

/** The kinds of pages that a service hosts, and whether pages without the vendor's name may be the vendor's. */
interface Service {
  domains: string
  kinds: readonly SourceKind[]
  /** on_subdomains: only on hosts that do not present the service itself. */
  unnamed: 'never' | 'on_subdomains' | 'anywhere'
}

const SERVICES: readonly Service[] = [
  {
    domains:
      'trust.page safebase.io safebase.us vanta.com vantatrust.com drata.com whistic.com conveyor.com trustcloud.ai scrut.io secureframe.com sprinto.com thoropass.com trustarc.com onetrust.com hyperproof.app',
    kinds: ['trust_center', 'security', 'compliance', 'subprocessors', 'dpa', 'privacy'],
    unnamed: 'on_subdomains',
  },
  {
    domains:
      'statuspage.io status.io instatus.com betteruptime.com betterstack.com uptimerobot.com statuspal.io statuscast.com hund.io incident.io sorryapp.com openstatus.dev freshstatus.io',
    kinds: ['status'],
    unnamed: 'on_subdomains',
  },
  {
    domains:
      'notion.site notion.so zendesk.com helpscoutdocs.com intercom.help gitbook.io freshdesk.com docs.google.com drive.google.com ironcladapp.com termly.io iubenda.com termsfeed.com ctfassets.net sanity.io hubspotusercontent.com amazonaws.com cloudfront.net website-files.com storyblok.com prismic.io',
    kinds: ['subprocessors', 'dpa'],
    unnamed: 'anywhere',
  },
  {
    domains: 'github.com gitlab.com hackerone.com bugcrowd.com intigriti.com yeswehack.com',
    kinds: ['subprocessors', 'dpa', 'vulnerability_disclosure', 'security', 'model_card'],
    unnamed: 'never',
  },
]

const BY_DOMAIN = new Map(
  SERVICES.flatMap((service) => service.domains.split(' ').map((name) => [name, service] as const)),
)

/** Hosts on which a service presents itself. */
const FRONT = /^(?:www|trust|status|help|support|docs|blog|security)\.|^[^.]+\.[^.]+$/

/** Whether a page on another domain may be the vendor's, given that the vendor's domain links to it. */
export function isHostedFor(url: string, kind: SourceKind, vendorDomain: string): boolean {
  const { hostname, pathname } = new URL(url)
  const label = domainOf(vendorDomain).split('.')[0]!
  const parts = [...hostname.split('.').slice(0, -1), ...pathname.toLowerCase().split('/')]
  // The vendor's name is a whole part of the address.
  const isNamed = parts.includes(label)
  const service = serviceOf(hostname)
  if (!service) return isNamed && kind !== 'privacy' && kind !== 'terms'
  if (!service.kinds.includes(kind)) return false
  return isNamed || service.unnamed === 'anywhere' || (service.unnamed === 'on_subdomains' && !FRONT.test(hostname))
}

function serviceOf(hostname: string): Service | undefined {
  const labels = hostname.split('.')
  for (let at = 0; at < labels.length - 1; at++) {
    const service = BY_DOMAIN.get(labels.slice(at).join('.'))
    if (service) return service
  }
  return undefined
}
