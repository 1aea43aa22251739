// The trust page as schema.org JSON-LD. It contains only what the page itself shows: other evidence fields, such as the
// issuer, are the customer's internal notes. Pure.
import type { PublishedParts } from './assemble-published.ts'
import { shownPicture } from './brand.ts'

/** Kinds of evidence that report an independent audit. */
const CERTIFICATIONS = ['soc2_report', 'iso_certificate']

export function jsonLdOf({ page, evidence }: PublishedParts, publicUrl: string): object {
  const isOwn = page.domain_status === 'verified' && page.custom_domain
  const url = isOwn ? `https://${page.custom_domain}/` : `${publicUrl}/trust/${page.slug}`
  const logo = shownPicture(page.theme.logo_url)
  const certifications = evidence.filter(({ kind }) => CERTIFICATIONS.includes(kind))
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    url,
    name: page.headline || page.display_name,
    about: {
      '@type': 'Organization',
      name: page.display_name,
      ...(logo && { logo }),
      ...(page.security_contact && {
        contactPoint: { '@type': 'ContactPoint', contactType: 'security', email: page.security_contact },
      }),
      ...(certifications.length > 0 && {
        hasCertification: certifications.map(({ title }) => ({
          '@type': 'Certification',
          name: title,
          certificationStatus: 'https://schema.org/CertificationActive',
        })),
      }),
    },
  }
}
