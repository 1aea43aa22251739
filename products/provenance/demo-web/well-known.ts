// Generated files at well-known addresses: sitemap, security.txt, trust.json.
import type { Page, Site } from './site.ts'

/** Far in the future, so that the demo does not expire. */
const EXPIRES = '2031-12-31T23:59:59Z'

export function securityTxtOf({ name, securityTxt }: Site): string {
  const { contact = '', policy } = securityTxt ?? {}
  return [
    `Contact: ${contact}`,
    `Expires: ${EXPIRES}`,
    ...(policy ? [`Policy: site://${name}${policy}`] : []),
    'Preferred-Languages: en',
    `Canonical: site://${name}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** The vendor's own list of its pages. */
export function manifestOf(site: Site, pages: ReadonlyMap<string, Page>): string {
  const sources = [...pages]
    .filter(([, page]) => page.kind !== '' && page.kind !== 'homepage')
    .map(([path, { kind, title }]) => ({ kind, url: `site://${site.name}${path}`, title }))
  const manifest = {
    schema: 'trust/1',
    name: site.displayName,
    domain: `${site.name}.localhost`,
    ...(site.securityTxt && { security_contact: site.securityTxt.contact }),
    sources: [
      ...sources,
      ...(site.status ? [{ kind: 'status', url: `site://status.${site.name}/`, title: 'Status' }] : []),
    ],
    certificates: site.manifest?.certificates ?? [],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

export function sitemapFiles(site: Site, pages: ReadonlyMap<string, Page>): Map<string, string> {
  const paths = [...pages].filter(([, page]) => page.kind !== '').map(([path]) => path)
  const legal = (path: string): boolean => /^\/(?:legal|privacy|terms)/.test(path)
  if (site.sitemap === 'none') return new Map()
  if (site.sitemap === 'gzip') return new Map([['/sitemap.xml.gz', urlset(site, paths)]])
  if (site.sitemap !== 'index') return new Map([['/sitemap.xml', urlset(site, paths)]])
  const parts = ['/sitemap-pages.xml', '/sitemap-legal.xml']
  const entries = parts.map((path) => `  <sitemap><loc>site://${site.name}${path}</loc></sitemap>`)
  return new Map([
    ['/sitemap.xml', document('sitemapindex', entries)],
    [
      '/sitemap-pages.xml',
      urlset(
        site,
        paths.filter((path) => !legal(path)),
      ),
    ],
    ['/sitemap-legal.xml', urlset(site, paths.filter(legal))],
  ])
}

function urlset({ name }: Site, paths: readonly string[]): string {
  return document(
    'urlset',
    paths.map((path) => `  <url><loc>site://${name}${path}</loc></url>`),
  )
}

function document(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`
}
