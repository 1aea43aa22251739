// Pages of a vendor on someone else's host. They count only where the vendor's own domain links to them: a name in an
// address proves nothing, and a service hosts many.
import { domainOf } from './address.ts'
import type { SourceKind } from './kinds.ts'

/** What a service publishes for others, and where its pages may be a vendor's without having the vendor's name. */
interface Service {
  domains: string
  kinds: readonly SourceKind[]
  /** In rooms: on hosts other than those where the service speaks about itself. */
  unnamed: 'never' | 'in_rooms' | 'anywhere'
}

const SERVICES: readonly Service[] = [
  {
    domains:
      'trust.page safebase.io safebase.us vanta.com vantatrust.com drata.com whistic.com conveyor.com trustcloud.ai scrut.io secureframe.com sprinto.com thoropass.com trustarc.com onetrust.com hyperproof.app',
    kinds: ['trust_center', 'security', 'compliance', 'subprocessors', 'dpa', 'privacy'],
    unnamed: 'in_rooms',
  },
  {
    domains:
      'statuspage.io status.io instatus.com betteruptime.com betterstack.com uptimerobot.com statuspal.io statuscast.com hund.io incident.io sorryapp.com openstatus.dev freshstatus.io',
    kinds: ['status'],
    unnamed: 'in_rooms',
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

/** Where a service speaks about itself. */
const FRONT = /^(?:www|trust|status|help|support|docs|blog|security)\.|^[^.]+\.[^.]+$/

/** Whether a page off the vendor's domain may be the vendor's, given that the vendor's domain links to it. */
export function isHostedFor(url: string, kind: SourceKind, vendorDomain: string): boolean {
  const { hostname, pathname } = new URL(url)
  const label = domainOf(vendorDomain).split('.')[0]!
  const parts = [...hostname.split('.').slice(0, -1), ...pathname.toLowerCase().split('/')]
  // The vendor's name as a whole part of the address, on a page that its own domain calls by its kind.
  const isNamed = parts.includes(label)
  const service = serviceOf(hostname)
  if (!service) return isNamed && kind !== 'privacy' && kind !== 'terms'
  if (!service.kinds.includes(kind)) return false
  return isNamed || service.unnamed === 'anywhere' || (service.unnamed === 'in_rooms' && !FRONT.test(hostname))
}

function serviceOf(hostname: string): Service | undefined {
  const labels = hostname.split('.')
  for (let at = 0; at < labels.length - 1; at++) {
    const service = BY_DOMAIN.get(labels.slice(at).join('.'))
    if (service) return service
  }
  return undefined
}
