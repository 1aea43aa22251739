import { useCallback, useEffect, useRef, useState } from 'react'
import { explain } from '../../api.ts'
import { type AnswerState, afterEvent, NOTHING_YET, type Question, streamAnswer } from './answer-stream.ts'

/** Asks again whenever the question changes. `cancel` preserves the partial answer. */
export function useAnswer(question: Question, onDone?: (answer: AnswerState) => void) {
  const [answer, setAnswer] = useState<AnswerState>(NOTHING_YET)
  const [round, setRound] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const onDoneRef = useRef(onDone)
  onDoneRef.current = onDone
  const asked = JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the same question
  useEffect(() => {
    const abort = new AbortController()
    stop.current = abort
    let state = NOTHING_YET
    const show = (next: AnswerState) => {
      state = next
      if (!abort.signal.aborted) setAnswer(next)
    }
    show(NOTHING_YET)
    streamAnswer(JSON.parse(asked) as Question, abort.signal, (event) => show(afterEvent(state, event)))
      .then(() => onDoneRef.current?.(state))
      .catch((error: unknown) => show({ ...state, phase: 'failed', error: explain(error) }))
    return () => abort.abort()
  }, [asked, round])
  const cancel = useCallback(() => {
    stop.current?.abort()
    setAnswer((was) => (was.phase === 'asking' ? { ...was, phase: 'cancelled' } : was))
  }, [])
  return { answer, cancel, again: () => setRound((n) => n + 1) }
}
