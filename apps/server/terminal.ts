// What a person sees while the server runs on a terminal: problems in one line each, and the progress of the demo in place.
// Programs that collect logs get JSON instead; see main.ts.
export interface Terminal {
  /** For `openLog`. */
  log: { write(line: string): void }
  /** Shows the state of one piece of work; undefined when it is done. */
  progress(name: string, state: string | undefined): void
  /** Prints the text on a separate line. */
  print(text: string): void
}

interface Line {
  level?: string
  msg?: string
  method?: string
  path?: string
  status?: number
  ms?: number
  /** Refused only because others were served; its client retries. */
  busy?: boolean
  err?: { type?: string; message?: string; stack?: string }
}

const CLEAR = '\r\u001B[K'
const SERVER_ERROR = 500
const WORST: ReadonlySet<string | undefined> = new Set(['warn', 'error', 'fatal'])

/** `showRequests`: every request gets a line, not only those that failed. */
interface Output {
  write(text: string): unknown
  columns?: number
}

export function openTerminal(out: Output, showRequests: boolean): Terminal {
  const work = new Map<string, string>()
  let drawn = false
  const erase = (): void => {
    if (drawn) out.write(CLEAR)
    drawn = false
  }
  const draw = (): void => {
    if (work.size === 0) return
    const text = `  Preparing the demo: ${[...work].map(([name, state]) => `${name} ${state}`).join(' · ')}`
    out.write(CLEAR + text.slice(0, (out.columns || 80) - 1))
    drawn = true
  }
  const print = (text: string): void => {
    erase()
    out.write(`${text}\n`)
    draw()
  }
  return {
    print,
    log: {
      write: (lines) => {
        for (const line of lines.split('\n')) {
          const text = line && shown(line, showRequests)
          if (text) print(text)
        }
      },
    },
    progress: (name, state) => {
      if (state !== undefined) work.set(name, state)
      else if (work.delete(name) && work.size === 0) return print('  The demo is ready.')
      erase()
      draw()
    },
  }
}

function shown(json: string, showRequests: boolean): string | undefined {
  let line: Line
  try {
    line = JSON.parse(json)
  } catch {
    return json
  }
  const { method, path, status = 0, ms = 0, busy = false, level, msg, err } = line
  if (method !== undefined)
    return showRequests || (status >= SERVER_ERROR && !busy)
      ? `  ${status} ${method} ${path} ${Math.round(ms)} ms`
      : undefined
  if (!WORST.has(level)) return undefined
  const reason = err?.message ? `: ${err.message}` : ''
  // Refusals of ours say what happened; a stack would only hide it.
  const stack = level !== 'warn' && err?.type !== 'AppError' && err?.stack ? `\n${err.stack}` : ''
  return `  ${level === 'warn' ? 'Warning' : 'Error'}: ${msg ?? ''}${reason}${stack}`
}
