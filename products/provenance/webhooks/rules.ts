// Which vendor events a subscription receives.

export interface VendorFilter {
  vendor_scope: 'all' | 'pinned' | 'list'
  vendor_ids: string[]
}

/** Reads the filter of an endpoint. Endpoints of other products have none and receive everything. */
export function vendorFilter(filter: Readonly<Record<string, unknown>>): VendorFilter {
  const { vendor_scope: scope, vendor_ids: ids } = filter
  return {
    vendor_scope: scope === 'pinned' || scope === 'list' ? scope : 'all',
    vendor_ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
  }
}

/** The vendor that an event is about; undefined for most events. */
export const vendorOf = (data: Readonly<Record<string, unknown>>): string | undefined =>
  typeof data.vendor_id === 'string' ? data.vendor_id : undefined

/** An unpin event concerns a pinned vendor, although the pin is gone when the event is sent. */
export const isAboutPin = (type: string): boolean => type === 'pinned_vendor.unpin'

export function wantsVendor({ vendor_scope, vendor_ids }: VendorFilter, vendor: string, isPinned: boolean): boolean {
  if (vendor_scope === 'list') return vendor_ids.includes(vendor)
  return vendor_scope === 'all' || isPinned
}
