// Search across the directory and the workspace.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AppSearchResult } from '@veritrace/contract/provenance/search'
import { type KeyboardEvent, type MouseEvent, useDeferredValue, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchInput } from '../../ui/field.tsx'
import { api } from '../api.ts'
import { PLACES } from '../navigation.ts'
import { Loaded } from '../shared/loaded.tsx'

const BASE = '/workspace'
const EACH = 6
const GROUPS = [
  ['trust_pages', 'Trust pages'],
  ['evidence', 'Evidence'],
  ['statements', 'Statements'],
  ['vendors', 'Vendor directory'],
] as const

export default function Search({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['search', q],
    queryFn: () => api.workspaceSearch.search({ query: { q, limit: EACH } }),
    enabled: q !== '',
  })
  const places = PLACES.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Search">
      <search onKeyDown={moveAmongLinks} className="flex flex-col gap-3">
        <SearchInput
          autoFocus
          aria-label="Search the workspace"
          placeholder="Search pages, evidence, statements and vendors"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {places.length > 0 && (
          <Group
            title="Pages"
            onClose={onClose}
            found={places.map(({ label, to }) => ({ id: to, title: label, subtitle: '', url: BASE + to }))}
          />
        )}
        {q !== '' && (
          <Loaded query={found} failed="Could not search">
            {(answer) => (
              <>
                {GROUPS.filter(([name]) => answer[name].length > 0).map(([name, title]) => (
                  <Group key={name} title={title} found={answer[name]} onClose={onClose} />
                ))}
                {GROUPS.every(([name]) => answer[name].length === 0) && (
                  <p role="status" className="text-sm text-ink-2">
                    No results for “{q}”.
                  </p>
                )}
              </>
            )}
          </Loaded>
        )}
      </search>
    </Dialog>
  )
}

interface GroupProps {
  title: string
  found: readonly Pick<AppSearchResult, 'id' | 'title' | 'subtitle' | 'url'>[]
  onClose(): void
}
function Group({ title, found, onClose }: GroupProps) {
  const router = useRouter()
  const open = (event: MouseEvent, url: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    onClose()
    // Links outside the workspace, such as the directory, are opened by the browser.
    if (url !== BASE && !url.startsWith(`${BASE}/`)) return
    event.preventDefault()
    router.history.push(url)
  }
  return (
    <section>
      <h3 className="label pb-1">{title}</h3>
      <ul>
        {found.map(({ id, title: name, subtitle, url }) => (
          <li key={id}>
            <a
              href={url}
              onClick={(event) => open(event, url)}
              className="flex min-h-8 items-center gap-3 rounded-md px-2 py-1 text-sm hover:bg-hover focus-visible:bg-hover coarse:min-h-10"
            >
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {subtitle && <span className="max-w-1/2 truncate text-xs text-ink-3">{subtitle}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Arrow keys move through the results. Enter in the field opens the first. */
function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Enter' && at < 0) links[0]?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const next = links[at + step]
  if (next) next.focus()
  else if (step < 0) event.currentTarget.querySelector('input')?.focus()
}
