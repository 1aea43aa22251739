// Tabs that are links: the URL says which one is open.
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from './cn.ts'

interface Tab {
  id: string
  label: ReactNode
  hint?: ReactNode
}
interface Props {
  label: string
  tabs: readonly Tab[]
  current: string
  /** Renders the link, because this component does not know the router. */
  link(tab: Tab, props: { className: string; 'aria-current'?: 'page'; children: ReactNode }): ReactNode
  className?: string
}
export function PageTabs({ label, tabs, current, link, className }: Props) {
  const row = useRef<HTMLElement>(null)
  // On a phone, the row is wider than the window: scrolls the open tab into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab opens
  useEffect(() => {
    const nav = row.current!
    const open = nav.querySelector<HTMLElement>('[aria-current=page]')
    if (open && nav.scrollWidth > nav.clientWidth)
      nav.scrollLeft = open.offsetLeft - (nav.clientWidth - open.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={row} aria-label={label} className={cn('relative flex gap-1 overflow-x-auto border-b px-4', className)}>
      {tabs.map((tab) => (
        <span key={tab.id} className="contents">
          {link(tab, {
            ...(tab.id === current && { 'aria-current': 'page' as const }),
            className:
              '-mb-px inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink',
            children: (
              <>
                {tab.label}
                {tab.hint !== undefined && <span className="text-2xs text-ink-3 tnum">{tab.hint}</span>}
              </>
            ),
          })}
        </span>
      ))}
    </nav>
  )
}

const LOOKS = {
  framed: {
    row: 'inline-flex rounded-md border border-line-strong bg-surface p-0.5',
    one: 'h-6.5 rounded-sm text-xs hover:text-ink',
  },
  chips: {
    row: 'flex items-center gap-1 overflow-x-auto [scrollbar-width:none]',
    one: 'h-7 rounded-md text-sm whitespace-nowrap hover:bg-hover',
  },
} as const

interface SegmentedProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string; count?: number | undefined }[]
  onChange(value: V): void
  /** `framed` for a few views of the same thing, `chips` for exclusive filters. */
  look?: keyof typeof LOOKS
  /** Turns into a select on a phone, for many options. */
  folds?: boolean
}
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, options, onChange, look = 'framed', folds = false } = props
  const row = (
    <fieldset className={cn(LOOKS[look].row, folds && 'max-sm:hidden')}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            'inline-flex items-center gap-1.5 px-2 text-ink-2 aria-pressed:bg-press aria-pressed:font-medium aria-pressed:text-ink coarse:h-10',
            LOOKS[look].one,
          )}
        >
          {option.label}
          {option.count !== undefined && <span className="text-2xs font-normal text-ink-3 tnum">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  )
  if (!folds) return row
  return (
    <>
      {row}
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(options[target.selectedIndex]!.value)}
        className="h-8 w-20 min-w-0 flex-1 rounded-md border border-line-control bg-surface px-2 text-sm font-medium coarse:h-11 sm:hidden"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
            {option.count !== undefined && ` (${option.count})`}
          </option>
        ))}
      </select>
    </>
  )
}
