import type { ReactNode } from 'react'

/** A list of names and values, without empty values. */
export function SourceFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Shortens a digest; the tooltip shows all of it. */
export const Digest = ({ value }: { value: string }) => (
  <span className="font-mono text-xs" title={value}>
    {value.length > 26 ? `${value.slice(0, 15)}…${value.slice(-8)}` : value}
  </span>
)
