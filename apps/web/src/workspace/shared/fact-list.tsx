import type { ReactNode } from 'react'
import { Ago } from './ago.tsx'

export const When = ({ at, by }: { at: string; by?: ReactNode }) => (
  <>
    <Ago at={at} />
    {by && <> by {by}</>}
  </>
)

/** A list of labeled values. Empty values are left out. */
export const FactList = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 px-4 py-3 text-sm">
    {Object.entries(facts)
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
)
