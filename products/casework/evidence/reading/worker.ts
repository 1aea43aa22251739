// A thread that reads evidence and sources, one at a time; how long and with how much memory is decided outside.
import { parentPort } from 'node:worker_threads'
import { type ExtractedSource, extractSource, type Source } from '../source/extract-source.ts'
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
    return { parsed: await parse(message) }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return error instanceof Quarantine ? { quarantined: words } : { unreadable: words }
  }
}

/** The parser of ABAP is heavy, and nothing else needs it. */
async function extract(source: Source): Promise<ExtractedSource> {
  if (source.language === 'cds') return extractSource(source)
  const { parseStatements } = await import('../source/parsed-statements.ts')
  return extractSource(source, parseStatements)
}
