// Decides which discovered pages become sources of a vendor.
import { domainOf, sameAddress } from './address.ts'

export interface NewSource {
  url: string
  kind: string
  title: string
  method: string
  from: string
  probe: boolean
}

interface Known {
  kind: string
  url: string
  canonical_url: string
  status: string
}

/** Limits of active sources, per kind and in total. */
const PER_KIND = 5
const PER_VENDOR = 60

/** Retired pages count as known, so discovery does not add them again. */
export function chooseNew(known: readonly Known[], candidates: readonly NewSource[]): NewSource[] {
  const active = known.filter(({ status }) => status !== 'inactive')
  const addresses = new Set(
    known.flatMap(({ url, canonical_url }) => [url, canonical_url].filter(isAddress).map(sameAddress)),
  )
  const perKind = new Map<string, number>()
  for (const { kind } of active) perKind.set(kind, (perKind.get(kind) ?? 0) + 1)
  let total = active.length
  return candidates.filter(({ url, kind, probe }) => {
    if (probe || !isAddress(url) || addresses.has(sameAddress(url))) return false
    if (total >= PER_VENDOR || (perKind.get(kind) ?? 0) >= PER_KIND) return false
    addresses.add(sameAddress(url))
    perKind.set(kind, (perKind.get(kind) ?? 0) + 1)
    total++
    return true
  })
}

const isAddress = (url: string): boolean => url !== '' && URL.canParse(url)

/** Hosts whose name contains the vendor's name belong to it. Services that use paths for customers do not count. */
export function boundHosts(sources: readonly { url: string }[], vendorDomain: string): string[] {
  const own = domainOf(vendorDomain)
  const label = own.split('.')[0]!
  return sources
    .map(({ url }) => new URL(url).hostname)
    .filter((host) => domainOf(host) !== own && host.split('.').slice(0, -1).includes(label))
}
