// A streamed answer over a fast, a slow and a broken connection.
import { useEffect, useRef, useState } from 'react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { Prose } from '../../shared/prose.tsx'

const TEXT = `VBAK is **not to be released**, so code that reads it stays at level C [1].

- Read \`I_SALESDOCUMENT\` instead [2].
- Code that writes to it needs a different approach: not every field has a released API [3].

You can do both in one step if only header fields are used.`
const PIECES = TEXT.match(/\S+\s*/g)!
const DELAYS_MS = { fast: 30, slow: 400, broken: 60, resumed: 60 } as const
const CUT_AT = 14
const OFFLINE_MS = 1_500

export function StreamSimulator() {
  const [connection, setConnection] = useState<keyof typeof DELAYS_MS>('fast')
  const [seen, setSeen] = useState(PIECES.length)
  const [state, setState] = useState<'streaming' | 'waiting' | 'broken' | 'done'>('done')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const go = (at: number, wasCut = false) => {
    setSeen(at)
    setState(at >= PIECES.length ? 'done' : 'streaming')
    if (at >= PIECES.length) return
    const isCut = at === CUT_AT && !wasCut && (connection === 'broken' || connection === 'resumed')
    if (isCut) setState(connection === 'broken' ? 'broken' : 'waiting')
    if (isCut && connection === 'broken') return
    timer.current = setTimeout(
      () => go(isCut ? at : at + 1, isCut || wasCut),
      isCut ? OFFLINE_MS : DELAYS_MS[connection],
    )
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
            <Segmented<keyof typeof DELAYS_MS>
              label="Connection"
              value={connection}
              onChange={setConnection}
              options={(['fast', 'slow', 'broken', 'resumed'] as const).map((value) => ({ value, label: value }))}
            />
            <Button size="sm" onClick={start}>
              Start
            </Button>
          </>
        }
      />
      <div className="min-h-48 p-4" aria-busy={state === 'streaming'}>
        <Prose text={PIECES.slice(0, seen).join('')} />
        {state === 'waiting' && <p className="mt-2 text-xs text-caution">Connection lost. Resuming…</p>}
        {state === 'broken' && (
          <p role="alert" className="mt-2 text-xs text-critical">
            The connection was lost. The partial answer is preserved.
          </p>
        )}
      </div>
    </Card>
  )
}
