// Reads Chromium traces. Their times are in microseconds, ours in milliseconds.

interface TraceEvent {
  name: string
  ph: string
  ts: number
  pid: number
  tid: number
  /** Wall time and CPU time. */
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { isMainFrame?: boolean; isOutermostMainFrame?: boolean; navigationId?: string } }
}

/** From the start of the last navigation to its largest paint. */
export function largestPaint(trace: Buffer): number {
  const events = read(trace)
  const candidates = events.filter(({ name }) => name === 'largestContentfulPaint::Candidate')
  const last = candidates.toSorted((a, b) => a.ts - b.ts).at(-1)
  if (!last) throw new Error('Nothing was painted.')
  const starts = events.filter(({ name, ts, pid }) => name === 'navigationStart' && ts < last.ts && pid === last.pid)
  return (last.ts - Math.max(...starts.map(({ ts }) => ts))) / 1000
}

/** The longest task on the main threads of pages. */
export function longestTask(trace: Buffer): number {
  const events = read(trace)
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && isMain.has(`${pid}/${tid}`))
  if (tasks.length === 0) throw new Error('The trace contains no task.')
  return Math.max(...tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000))
}

const read = (trace: Buffer): TraceEvent[] =>
  (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents
