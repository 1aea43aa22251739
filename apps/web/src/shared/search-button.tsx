import { Search } from 'lucide-react'
import { Kbd } from '../ui/bits.tsx'
import { COMMAND_KEY } from '../ui/hotkeys.ts'

/** A button that looks like the search field it opens. */
export const SearchButton = ({ onClick }: { onClick(): void }) => (
  <button
    type="button"
    onClick={onClick}
    className="flex h-8 w-full items-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-sm text-ink-3 hover:border-line-control"
  >
    <Search aria-hidden className="size-3.5" />
    <span className="flex-1 text-left">Search</span>
    <Kbd>{COMMAND_KEY}</Kbd>
    <Kbd>K</Kbd>
  </button>
)
