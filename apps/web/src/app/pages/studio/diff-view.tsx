// A unified diff, line by line. The sign stays, so that colour is not the only difference.
import { cn } from '../../../ui/cn.ts'

const LOOKS: readonly [RegExp, string][] = [
  [/^(?:---|\+\+\+)/, 'font-medium text-ink-3'],
  [/^@@/, 'bg-sunken text-ink-3'],
  [/^\+/, 'bg-positive-soft'],
  [/^-/, 'bg-critical-soft'],
]
const lookOf = (row: string): string => LOOKS.find(([pattern]) => pattern.test(row))?.[1] ?? ''

export function DiffView({ content }: { content: string }) {
  const rows = content.replace(/\n$/, '').split('\n')
  return (
    <pre className="w-max min-w-full py-2 font-mono text-xs">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name, and never move
        <span key={at} className={cn('block px-3', lookOf(row))}>
          {row || ' '}
        </span>
      ))}
    </pre>
  )
}
