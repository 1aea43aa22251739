// The list of well-known vendors that ships with the product. vendors.tsv has one line per vendor.
import { readFileSync } from 'node:fs'
import { checkListing, type Listing } from './listing.ts'

export function builtInVendors(): Listing[] {
  const text = readFileSync(new URL('./vendors.tsv', import.meta.url), 'utf8')
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map(listingOf)
}

function listingOf(line: string): Listing {
  const [name = '', slug = '', domain = '', aliases = '', hosts = '', sources = ''] = line.split('\t')
  const checked = checkListing({
    name,
    slug,
    domain,
    aliases: aliases.split(';'),
    hosts: hosts.split(' '),
    sources: sources
      .split(' ')
      .filter(Boolean)
      .map((source) => ({ kind: source.split('=')[0]!, url: source.slice(source.indexOf('=') + 1) })),
  })
  if ('problem' in checked) throw new Error(`vendors.tsv, ${name}: ${checked.problem}.`)
  return checked.listing
}
