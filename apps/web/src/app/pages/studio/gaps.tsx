// The gaps in the files, and the decisions and sources that they are based on.
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { Check, CircleDashed, GitCommitHorizontal } from 'lucide-react'
import { plural } from '../../../ui/format.ts'

interface Props {
  scaffold: Scaffold
  /** Opens the file. */
  onShow(path: string): void
}
export function Gaps({ scaffold: { gaps, decisions = [], basis = [] }, onShow }: Props) {
  // Older scaffolds, and templates without code, have no gaps property.
  if (!gaps) return null
  return (
    <section aria-label="Gaps" className="border-b">
      {gaps.length === 0 ? (
        <p className="flex items-center gap-2 px-3 py-2 text-xs text-positive">
          <Check aria-hidden className="size-3.5 shrink-0" />
          No open gaps.
        </p>
      ) : (
        <div className="bg-caution-soft px-3 py-2 text-caution">
          <h3 className="flex items-center gap-2 text-sm font-semibold">
            <CircleDashed aria-hidden className="size-4 shrink-0" />
            {plural(gaps.length, 'gap')} to close before you merge
          </h3>
          <ul className="mt-1.5 flex flex-col gap-2 text-xs">
            {gaps.map(({ id, path, line, text, remedy }) => (
              <li key={id}>
                <p>{text}</p>
                <p className="text-ink-2">{remedy}</p>
                <button
                  type="button"
                  onClick={() => onShow(path)}
                  className="max-w-full truncate font-mono text-xs text-accent hover:underline coarse:min-h-10"
                >
                  {path}:{line}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(decisions.length > 0 || basis.length > 0) && (
        <ul className="flex flex-col gap-1 px-3 py-2 text-xs text-ink-2">
          {decisions.map(({ id, text }) => (
            <li key={id} className="flex gap-1.5">
              <GitCommitHorizontal aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ink-3" />
              {text}
            </li>
          ))}
          {basis.map((text) => (
            <li key={text} className="text-ink-3">
              Basis: {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
