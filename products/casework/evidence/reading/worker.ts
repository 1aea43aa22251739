// A thread that parses evidence and sources, one at a time. Its limits for time and memory are set outside.
import { parentPort } from 'node:worker_threads'
import type { ExtractedSource, Source } from '../source/extract-source.ts'
import type { StatementFacts } from '../source/statements/facts.ts'
import { Quarantine } from './failures.ts'
import { inspect } from './inspect.ts'
import type { Message, Reply } from './messages.ts'
import { parse } from './parse.ts'

const port = parentPort!
port.on('message', async (message: Message) => {
  port.postMessage(await answer(message))
})

async function answer(message: Message): Promise<Reply> {
  try {
    if (message.ask === 'inspect')
      return { inspection: await inspect(message.path, message.filename, message.vocabulary) }
    if (message.ask === 'extract') return { extracted: await extract(message.source) }
    if (message.ask === 'statements') return { statements: await statements(message.source) }
    if (message.ask === 'lint') return { linted: (await import('../source/lint.ts')).lint(message.order) }
    return { parsed: await parse(message, progressSender()) }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return error instanceof Quarantine ? { quarantined: words } : { unreadable: words }
  }
}

/** At most 4 messages per second: one per object would cost more than parsing the object. */
function progressSender(): (done: number, total: number) => void {
  let lastSent = performance.now()
  return (done, total) => {
    const now = performance.now()
    if (now - lastSent < 250) return
    lastSent = now
    port.postMessage({ progress: { done, total } } satisfies Reply)
  }
}

/** The ABAP parser is slow to load, and other kinds do not need it. */
async function extract(source: Source): Promise<ExtractedSource> {
  const { extractSource } = await import('../source/extract-source.ts')
  return extractSource(source)
}

async function statements(source: { filename: string; text: string }): Promise<StatementFacts> {
  const [{ readStatements }, { nameSource }] = await Promise.all([
    import('../source/statements/read-statements.ts'),
    import('../source/name-source.ts'),
  ])
  const { filename } = nameSource({ language: 'abap', ...source })
  return readStatements({ filename, text: source.text })
}
