// An answer as it would come over a good, a slow and a broken line.
import { useEffect, useRef, useState } from 'react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { Prose } from '../../shared/prose.tsx'

const TEXT = `VBAK is **not to be released**, so code that reads it stays at level C [1].

- Read \`I_SALESDOCUMENT\` instead [2].
- What writes to it needs another way: there is no released one for every field [3].

Both can be done in one step where only fields of the header are used.`
const PIECES = TEXT.match(/\S+\s*/g)!
const LINES = { quick: 30, slow: 400, broken: 60, resumed: 60 } as const
const CUT_AT = 14
const AWAY_MS = 1_500

export function StreamSimulator() {
  const [line, setLine] = useState<keyof typeof LINES>('quick')
  const [seen, setSeen] = useState(PIECES.length)
  const [state, setState] = useState<'streaming' | 'waiting' | 'broken' | 'done'>('done')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const go = (at: number, wasCut = false) => {
    setSeen(at)
    setState(at >= PIECES.length ? 'done' : 'streaming')
    if (at >= PIECES.length) return
    const isCut = at === CUT_AT && !wasCut && (line === 'broken' || line === 'resumed')
    if (isCut) setState(line === 'broken' ? 'broken' : 'waiting')
    if (isCut && line === 'broken') return
    timer.current = setTimeout(() => go(isCut ? at : at + 1, isCut || wasCut), isCut ? AWAY_MS : LINES[line])
  }
  const start = () => {
    clearTimeout(timer.current)
    go(0)
  }
  return (
    <Card>
      <CardHead
        title="Stream"
        hint={state}
        actions={
          <>
            <Segmented<keyof typeof LINES>
              label="Line"
              value={line}
              onChange={setLine}
              options={(['quick', 'slow', 'broken', 'resumed'] as const).map((value) => ({ value, label: value }))}
            />
            <Button size="sm" onClick={start}>
              Start
            </Button>
          </>
        }
      />
      <div className="min-h-48 p-4" aria-busy={state === 'streaming'}>
        <Prose text={PIECES.slice(0, seen).join('')} />
        {state === 'waiting' && <p className="mt-2 text-xs text-caution">The line was cut; going on where it was…</p>}
        {state === 'broken' && (
          <p role="alert" className="mt-2 text-xs text-critical">
            The connection was lost. What came stays.
          </p>
        )}
      </div>
    </Card>
  )
}
