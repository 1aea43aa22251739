import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { SearchInput } from '../../../../ui/field.tsx'
import { plural } from '../../../../ui/format.ts'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { Tick } from '../../../../ui/tick.tsx'
import { type Group, groupsOf, isChosen, toggleAll, toggleOne } from './event-groups.ts'

interface Props {
  /** Undefined means all events. */
  chosen: string[] | undefined
  onChange(chosen: string[] | undefined): void
}
/** Chooses all events, groups of events, or single events. */
export function EventPicker({ chosen, onChange }: Props) {
  const [q, setQ] = useState('')
  return (
    <fieldset className="flex flex-col gap-1.5 text-sm">
      <legend className="pb-1 font-medium">Events</legend>
      <label className="flex min-h-6 items-center gap-2 coarse:min-h-10">
        <input type="radio" name="events" checked={!chosen} onChange={() => onChange(undefined)} />
        All events, including future ones
      </label>
      <label className="flex min-h-6 items-center gap-2 coarse:min-h-10">
        <input type="radio" name="events" checked={chosen !== undefined} onChange={() => onChange(['request.*'])} />
        <span>
          Selected events <span className="text-ink-3 wrap-anywhere">{chosen?.join(', ')}</span>
        </span>
      </label>
      {chosen && (
        <div className="rounded-md border">
          <div className="border-b p-2">
            <SearchInput
              aria-label="Search events"
              placeholder="Search events: published, evidence, request…"
              value={q}
              onChange={({ target }) => setQ(target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </div>
          <ScrollPane label="Event types" className="max-h-80 overflow-y-auto">
            <Groups q={q.trim().toLowerCase()} chosen={chosen} onChange={onChange} />
          </ScrollPane>
        </div>
      )}
    </fieldset>
  )
}

function Groups({ q, chosen, onChange }: { q: string; chosen: string[]; onChange(chosen: string[]): void }) {
  const groups = groupsOf(q, chosen)
  if (groups.length === 0) return <p className="px-3 py-3 text-ink-2">No matching events.</p>
  return (
    <ul className="divide-y divide-line-row">
      {groups.map((group) => (
        <li key={group.thing}>
          <OneGroup group={group} chosen={chosen} isSearched={q !== ''} onChange={onChange} />
        </li>
      ))}
    </ul>
  )
}

interface GroupProps {
  group: Group
  chosen: string[]
  /** Expands the group to show the matches. */
  isSearched: boolean
  onChange(chosen: string[]): void
}
function OneGroup({ group, chosen, isSearched, onChange }: GroupProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isSearched || isUnfolded
  const { thing, label, all, shown } = group
  const some = all.filter((type) => isChosen(chosen, type)).length
  const takeState = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = some > 0 && some < all.length
  }
  return (
    <>
      <div className="flex min-h-9 items-center gap-2.5 px-3 py-1 hover:bg-hover">
        <Tick
          ref={takeState}
          label={`All of ${thing}.*`}
          checked={some === all.length}
          onChange={() => onChange(toggleAll(chosen, group))}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setUnfolded(!isUnfolded)}
          className="flex min-w-0 flex-1 items-center gap-2.5 text-left coarse:min-h-10"
        >
          <span className="min-w-0 flex-1 font-medium">
            {label} <span className="font-mono text-xs font-normal text-ink-3">{thing}.*</span>
          </span>
          <span className="text-xs text-ink-3 tnum">
            {some > 0 ? `${some} of ${plural(all.length, 'event')}` : plural(all.length, 'event')}
          </span>
          <ChevronRight aria-hidden className={cn('size-3.5 text-ink-3', isOpen && 'rotate-90')} />
        </button>
      </div>
      {isOpen && (
        <ul className="flex flex-col pb-2 pl-9.5">
          {shown.map(({ type, text }) => (
            <li key={type}>
              <label className="flex items-start gap-2 py-1 pr-3 coarse:py-2">
                <input
                  type="checkbox"
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                  checked={isChosen(chosen, type)}
                  onChange={() => onChange(toggleOne(chosen, type, group))}
                />
                <span className="min-w-0">
                  <span className="font-mono text-xs break-all">{type}</span>
                  <span className="block text-xs text-ink-2">{text}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
