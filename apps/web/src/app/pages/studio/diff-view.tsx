// A unified diff, line by line. Shows + and −, so that color is not the only difference.
import { cn } from '../../../ui/cn.ts'

const STYLES: readonly [RegExp, string][] = [
  [/^(?:---|\+\+\+)/, 'font-medium text-ink-3'],
  [/^@@/, 'bg-sunken text-ink-3'],
  [/^\+/, 'bg-positive-soft'],
  [/^-/, 'bg-critical-soft'],
]
const styleOf = (row: string): string => STYLES.find(([pattern]) => pattern.test(row))?.[1] ?? ''

export function DiffView({ content }: { content: string }) {
  const rows = content.replace(/\n$/, '').split('\n')
  return (
    <pre className="w-max min-w-full py-2 font-mono text-xs">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no id and do not move
        <span key={at} className={cn('block px-3', styleOf(row))}>
          {row || ' '}
        </span>
      ))}
    </pre>
  )
}
