import { useCallback, useEffect, useRef, useState } from 'react'
import { explain } from '../../api.ts'
import { type AnswerState, afterEvent, NOTHING_YET, type Question, streamAnswer } from './answer-stream.ts'

/** Asks when the question is another one; `cancel` keeps what has come so far. */
export function useAnswer(question: Question, onDone?: (answer: AnswerState) => void) {
  const [answer, setAnswer] = useState<AnswerState>(NOTHING_YET)
  const [round, setRound] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const told = useRef(onDone)
  told.current = onDone
  const asked = JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks the same again
  useEffect(() => {
    const leave = new AbortController()
    stop.current = leave
    let state = NOTHING_YET
    const show = (next: AnswerState) => {
      state = next
      if (!leave.signal.aborted) setAnswer(next)
    }
    show(NOTHING_YET)
    streamAnswer(JSON.parse(asked) as Question, leave.signal, (event) => show(afterEvent(state, event)))
      .then(() => told.current?.(state))
      .catch((error: unknown) => show({ ...state, phase: 'failed', error: explain(error) }))
    return () => leave.abort()
  }, [asked, round])
  const cancel = useCallback(() => {
    stop.current?.abort()
    setAnswer((was) => (was.phase === 'asking' ? { ...was, phase: 'cancelled' } : was))
  }, [])
  return { answer, cancel, again: () => setRound((n) => n + 1) }
}
