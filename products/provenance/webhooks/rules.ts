// Which events about vendors a subscription wants.

export interface VendorFilter {
  vendor_scope: 'all' | 'pinned' | 'list'
  vendor_ids: string[]
}

/** As the platform keeps it; an endpoint of another product has no such filter and wants everything. */
export function vendorFilter(filter: Readonly<Record<string, unknown>>): VendorFilter {
  const { vendor_scope: scope, vendor_ids: ids } = filter
  return {
    vendor_scope: scope === 'pinned' || scope === 'list' ? scope : 'all',
    vendor_ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
  }
}

/** The vendor that an event is about; most are about none. */
export const vendorOf = (data: Readonly<Record<string, unknown>>): string | undefined =>
  typeof data.vendor_id === 'string' ? data.vendor_id : undefined

/** That a vendor is let go is about a pinned one, although it is none any more when the event goes out. */
export const isAboutPin = (type: string): boolean => type === 'pinned_vendor.unpin'

export function wantsVendor({ vendor_scope, vendor_ids }: VendorFilter, vendor: string, isPinned: boolean): boolean {
  if (vendor_scope === 'list') return vendor_ids.includes(vendor)
  return vendor_scope === 'all' || isPinned
}
