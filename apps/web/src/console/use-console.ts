// The state of the page: the query, its scope and the result.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Access, readAccess } from './access/access.ts'
import type { Address } from './address.ts'
import { Problem, type Scope } from './api.ts'
import { DEMO_EXAMPLES, EXAMPLES } from './examples.ts'
import { addToHistory, type Past, readHistory } from './history.ts'
import { type Asked, type Outcome, run } from './outcome.ts'
import { formOf } from './rdf/sparql-text.ts'
import { useAddress } from './use-address.ts'
import { listContexts, useGraph } from './use-graph.ts'

const DEFAULT_CONTEXT = 'default'
const DEMO_CONTEXT = 'demo'

export function useConsole() {
  const [access, setAccess] = useState<Access>(readAccess)
  const [contexts, setContexts] = useState<readonly string[]>([])
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'nothing' })
  const [running, setRunning] = useState<AbortController>()
  const [toConfirm, setToConfirm] = useState<Asked>()
  const [past, setPast] = useState<readonly Past[]>(readHistory)
  const last = useRef<string>(undefined)
  const { address, round, push, draft, put, replace } = useAddress((arrived) => show(arrived))

  const { context, scope: width } = address
  const scope = useMemo<Scope | undefined>(
    () => (access.by !== 'nothing' && context ? { access, context, width } : undefined),
    [access, context, width],
  )
  const graph = useGraph(scope)

  const start = async (asked: Asked) => {
    running?.abort()
    const controller = new AbortController()
    setRunning(controller)
    last.current = keyOf(asked)
    setPast(addToHistory(asked.text, Date.now()))
    const came = await run(asked, controller.signal)
    setRunning((now) => (now === controller ? undefined : now))
    // Ignore the result if a later run has started.
    if (controller.signal.aborted && came.kind !== 'canceled') return
    setOutcome(came)
    if (came.kind === 'changed') graph.reload()
  }

  /** Runs the query in the address, unless it is an update or its result is already shown. */
  const show = (arrived: Address, by: Access = access) => {
    if (by.by === 'nothing' || !arrived.context) return
    const asked = { text: arrived.query, scope: { access: by, context: arrived.context, width: arrived.scope } }
    const form = formOf(arrived.query)
    if (form && form !== 'update' && keyOf(asked) !== last.current) void start(asked)
  }

  const runNow = (changes: Partial<Address> = {}) => {
    const next = push(changes)
    if (access.by === 'nothing') return
    if (!next.query.trim()) {
      last.current = undefined
      return setOutcome({ kind: 'empty' })
    }
    const asked = { text: next.query, scope: { access, context: next.context, width: next.scope } }
    if (formOf(next.query) === 'update') setToConfirm(asked)
    else void start(asked)
  }

  const enter = async (by: Access) => {
    setAccess(by)
    setOutcome({ kind: 'nothing' })
    if (by.by === 'nothing') return void replace(({ query }) => ({ query: query || EXAMPLES[0]!.text }))
    const found = await findContexts(by, address.context)
    setContexts(found.names)
    if (found.problem) setOutcome(found.problem)
    // If the user started typing in the meantime, keep their text and do not run it.
    let isTouched = false
    const next = replace(({ context: named, query }) => {
      isTouched = query !== address.query
      const chosen = named || firstOf(found.names)
      return { context: chosen, query: query || (chosen === DEMO_CONTEXT ? DEMO_EXAMPLES : EXAMPLES)[0]!.text }
    })
    if (!found.problem && !isTouched) show(next, by)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at the start
  useEffect(() => void enter(access), [])

  return {
    ...{ access, enter, address, contexts, graph, outcome, past, setPast, toConfirm, round, draft, put, runNow },
    running: running !== undefined,
    /** Returns whether there was anything to cancel. */
    cancel: useCallback(() => {
      running?.abort()
      return running !== undefined
    }, [running]),
    confirm: (agreed: boolean) => {
      setToConfirm(undefined)
      if (agreed && toConfirm) void start(toConfirm)
    },
    /** Switches the view. */
    look: (view: Address['view']) => void push({ view }),
    /** Runs the same query in another context or scope. */
    move: (changes: Partial<Pick<Address, 'context' | 'scope'>>) => show(push(changes)),
  }
}
export type Console = ReturnType<typeof useConsole>

const keyOf = ({ text, scope }: Asked): string => [scope.context, scope.width, text].join('\n')
const firstOf = (names: readonly string[]): string =>
  names.includes(DEMO_CONTEXT) ? DEMO_CONTEXT : (names[0] ?? DEFAULT_CONTEXT)

async function findContexts(access: Access, context: string): Promise<{ names: string[]; problem?: Outcome }> {
  const scope: Scope = { access, context: context || DEFAULT_CONTEXT, width: 'workspace' }
  try {
    return { names: await listContexts(scope) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { names: [], problem: { kind: 'failed', asked: { text: '', scope }, problem: error.document } }
  }
}
