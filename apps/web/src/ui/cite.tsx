// Citation marks such as [1], and texts that contain them.
import { Fragment } from 'react'
import { cn } from './cn.ts'

const LOOK =
  'mx-px inline-flex h-4 min-w-4 items-center justify-center rounded-xs bg-accent-soft px-1 align-[0.1em] font-mono text-[0.625rem] font-medium text-accent no-underline hover:bg-accent hover:text-surface coarse:h-6 coarse:min-w-6'

export function Cite({ n, onOpen, className }: { n: number; onOpen?: (n: number) => void; className?: string }) {
  if (!onOpen) return <span className={cn(LOOK, className)}>{n}</span>
  return (
    <button type="button" className={cn(LOOK, className)} aria-label={`Source ${n}`} onClick={() => onOpen(n)}>
      {n}
    </button>
  )
}

/** Renders the marks in `… is deprecated [1][2].` as buttons. */
export function CitedText({ text, onOpen }: { text: string; onOpen?: (n: number) => void }) {
  return text.split(/\[(\d{1,3})\]/).map((part, i) =>
    i % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <Fragment key={i}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Cite key={i} n={Number(part)} {...(onOpen && { onOpen })} />
    ),
  )
}

/** A quote from a source, with the relevant words highlighted. */
export function Quote({ text, marks = [] }: { text: string; marks?: readonly (readonly [number, number])[] }) {
  let at = 0
  const parts = marks.flatMap(([start, end]) => {
    const before = text.slice(at, start)
    at = end
    return [before, <mark key={start}>{text.slice(start, end)}</mark>]
  })
  return (
    <blockquote className="quote border-l-2 border-line-strong pl-3 wrap-anywhere text-ink-2">
      {parts}
      {text.slice(at)}
    </blockquote>
  )
}
