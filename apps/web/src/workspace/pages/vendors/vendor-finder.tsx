import type { Vendor } from '@veritrace/contract/provenance/vendors'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { SearchInput } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { useVendorSearch } from '../../shared/use-vendor-search.ts'
import { BAND_TONES, sentence } from './labels.ts'

const FEW = 20

/** Searches the directory by name or domain, with an action for each result. */
export function VendorFinder({ action }: { action(vendor: Vendor): ReactNode }) {
  const { text, setText, q, found } = useVendorSearch({ limit: FEW })
  return (
    <search className="flex flex-col gap-2">
      <SearchInput
        autoFocus
        aria-label="Search by name or domain"
        placeholder="Search by name or domain"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Loaded query={found} failed="Could not search the directory">
        {({ vendors, total }) => (
          <>
            <ul className="-mx-2 divide-y divide-line-row">
              {vendors.map((vendor) => (
                <li key={vendor.id} className="flex min-h-12 items-center gap-3 px-2 py-1.5 text-sm">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{vendor.display_name}</span>
                    <span className="block truncate font-mono text-xs text-ink-3">{vendor.primary_domain}</span>
                  </span>
                  {vendor.trust_score_v1 && (
                    <Badge tone={BAND_TONES[vendor.trust_score_v1.risk_band] ?? 'neutral'} className="max-sm:hidden">
                      {sentence(vendor.trust_score_v1.risk_band)} risk
                    </Badge>
                  )}
                  {action(vendor)}
                </li>
              ))}
            </ul>
            <p role="status" className="text-xs text-ink-3">
              {total === 0 && `No vendor matches “${q}”. Try its domain.`}
              {total > vendors.length && `${plural(total - vendors.length, 'more vendor')}. Type more of the name.`}
            </p>
          </>
        )}
      </Loaded>
    </search>
  )
}
