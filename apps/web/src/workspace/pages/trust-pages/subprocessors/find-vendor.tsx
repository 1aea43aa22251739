import type { Vendor } from '@veritrace/contract/provenance/vendors'
import type { KeyboardEvent } from 'react'
import { SearchInput } from '../../../../ui/field.tsx'
import { count } from '../../../../ui/format.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { useVendorSearch } from '../../../shared/use-vendor-search.ts'

const FEW = 8

interface Props {
  listed: readonly string[]
  onFound(vendor: Vendor): void
}
/** Searches the directory by name or domain. */
export function FindVendor({ listed, onFound }: Props) {
  const { text, setText, q, found } = useVendorSearch({ limit: FEW, sort: 'name' })
  return (
    <search onKeyDown={moveAmongButtons} className="flex flex-col gap-3">
      <SearchInput
        autoFocus
        aria-label="Search by name or domain"
        placeholder="Search by name or domain"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      <Loaded query={found} failed="Could not search the directory">
        {({ vendors, total }) => (
          <>
            <ul className="-mx-2">
              {vendors.map((vendor) => {
                const isListed = listed.includes(vendor.slug)
                return (
                  <li key={vendor.id}>
                    <button
                      type="button"
                      disabled={isListed}
                      onClick={() => onFound(vendor)}
                      className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 py-1 text-left text-sm hover:bg-hover focus-visible:bg-hover disabled:opacity-60 coarse:min-h-11"
                    >
                      <span className="min-w-0 flex-1 truncate">{vendor.display_name}</span>
                      <span className="max-w-1/2 truncate text-xs text-ink-3">
                        {isListed ? 'already on the page' : vendor.primary_domain}
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
            <p role="status" className="text-xs text-ink-3">
              {vendors.length === 0
                ? `No vendor matches “${q}”. Only vendors in the directory can be added.`
                : total > vendors.length && `${count(vendors.length)} of ${count(total)} shown. Type more of the name.`}
            </p>
          </>
        )}
      </Loaded>
    </search>
  )
}

/** Arrow keys move through the results. Enter in the field chooses the first. */
function moveAmongButtons(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('li button:enabled')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  if (event.key === 'Enter' && at < 0) {
    event.preventDefault()
    buttons[0]?.click()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const next = buttons[at + step]
  if (next) next.focus()
  else if (step < 0) event.currentTarget.querySelector('input')?.focus()
}
