import { Button } from '../../../ui/button.tsx'

/** Links to a line of the source, if there is a source text. */
export const LineLink = ({ line, onLine }: { line: number; onLine: ((line: number) => void) | undefined }) =>
  line <= 0 ? null : onLine ? (
    <Button variant="link" size="sm" className="h-5 min-w-6 font-mono tnum" onClick={() => onLine(line)}>
      <span className="sr-only">Go to line </span>
      {line}
    </Button>
  ) : (
    <span className="font-mono text-xs text-ink-3 tnum">{line}</span>
  )
