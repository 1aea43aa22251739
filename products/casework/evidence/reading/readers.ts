// Threads that parse evidence and sources off the event loop, with limited memory and time. If a file breaks its thread, only
// that file fails, and a new thread parses the next one.
import { stat } from 'node:fs/promises'
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { type Asking, openPool, type Pool } from '@veritrace/platform/threads/pool'
import type { SourceFile } from '../source/abaplint/repository.ts'
import type { ExtractedSource, Source } from '../source/extract-source.ts'
import type { LintOrder, LintResult } from '../source/lint.ts'
import type { StatementFacts } from '../source/statements/facts.ts'
import { Quarantine, TooLarge, Unreadable } from './failures.ts'
import type { Inspection } from './inspect.ts'
import type { Message, Progress, Reply } from './messages.ts'
import type { Parsed } from './parsed.ts'

type Asked<Ask extends Message['ask']> = Omit<Extract<Message, { ask: Ask }>, 'ask'>

export interface EvidenceReaders {
  /** Like `parse`, throws Quarantine or Unreadable. */
  inspect(asked: Asked<'inspect'>, asking: Asking): Promise<Inspection>
  /** `onProgress` receives the progress. */
  parse(asked: Asked<'parse'>, asking: Asking, onProgress?: (progress: Progress) => void): Promise<Parsed>
  close(): Promise<void>
}

/** Sources that users paste in the studio. */
export interface SourceReaders {
  extract(source: Source, asking: Asking): Promise<ExtractedSource>
  statements(source: SourceFile, asking: Asking): Promise<StatementFacts>
  lint(order: LintOrder, asking: Asking): Promise<LintResult>
  close(): Promise<void>
}

interface Options {
  log: Log
  limitMs?: number
  memoryMb?: number
}

/** Larger archives go to the thread for large files. */
const LARGE_BYTES = 512 * 1024

/**
 * Parses files of evidence. A repository must be in memory as a whole, so large ones are parsed one at a time. That limits
 * the memory of all threads to 1.8 GB plus three times 0.5 GB. A small file that turns out to be large is parsed again there.
 */
export function openEvidenceReaders({
  log,
  limitMs = 1_200_000,
  memoryMb = 512,
  largeMb = 1_800,
}: Options & { largeMb?: number }): EvidenceReaders {
  const small = openReaders({ log, limitMs, memoryMb, threads: 3, name: 'evidence', broken: () => new TooLarge() })
  const large = openReaders({ log, limitMs, memoryMb: largeMb, threads: 1, name: 'large evidence', idleMs: 60_000 })
  return {
    inspect: async (asked, asking) =>
      (await answerOf(small, asking, { ask: 'inspect', ...asked }, 'inspection').catch(unreadable)).inspection,
    parse: async (asked, asking, onProgress) => {
      const hear = onProgress && ((reply: unknown) => onProgress((reply as { progress: Progress }).progress))
      const parseIn = async (pool: Pool<Message, Reply>) =>
        (await answerOf(pool, { ...asking, hear }, { ask: 'parse', ...asked }, 'parsed')).parsed
      if (asked.kind === 'abapgit_zip' && (await stat(asked.path)).size > LARGE_BYTES) return parseIn(large)
      return parseIn(small).catch((error: unknown) => {
        if (error instanceof TooLarge) return parseIn(large)
        throw error
      })
    },
    close: async () => void (await Promise.all([small.close(), large.close()])),
  }
}

function unreadable(error: unknown): never {
  throw error instanceof TooLarge ? new Unreadable(TOO_LARGE) : error
}

/** Sources of interactive requests. */
export function openSourceReaders({ log, limitMs = 30_000, memoryMb = 384 }: Options): SourceReaders {
  const pool = openReaders({ log, limitMs, memoryMb, threads: 3, name: 'sources' })
  return {
    extract: async (source, asking) =>
      (await answerOf(pool, asking, { ask: 'extract', source }, 'extracted')).extracted,
    statements: async (source, asking) =>
      (await answerOf(pool, asking, { ask: 'statements', source }, 'statements')).statements,
    lint: async (order, asking) => (await answerOf(pool, asking, { ask: 'lint', order }, 'linted')).linted,
    close: pool.close,
  }
}

const TOO_LARGE = 'The file is too large or too deeply nested.'

interface ReaderOptions extends Required<Options> {
  threads: number
  name: string
  idleMs?: number
  broken?(): Error
}

const openReaders = ({ broken = () => new Unreadable(TOO_LARGE), ...options }: ReaderOptions): Pool<Message, Reply> =>
  openPool<Message, Reply>({
    ...options,
    file: new URL('./worker.ts', import.meta.url),
    isNews: (reply) => 'progress' in reply,
    mostWaiting: 256,
    failed: (why) => {
      if (why === 'late') return new Unreadable(`Parsing took longer than ${options.limitMs / 1000} seconds.`)
      if (why === 'broken') return broken()
      return new AppError('unavailable', MESSAGES[why], {}, why === 'busy' ? { 'retry-after': '2' } : {})
    },
  })

const MESSAGES = {
  busy: 'Too many files are waiting to be parsed.',
  left: 'The request was canceled.',
  closed: 'The server is stopping.',
}

async function answerOf<Key extends string>(
  pool: Pool<Message, Reply>,
  asking: Asking,
  message: Message,
  _key: Key,
): Promise<Extract<Reply, Record<Key, unknown>>> {
  const reply = await pool.run(message, asking)
  if ('quarantined' in reply) throw new Quarantine(reply.quarantined)
  if ('unreadable' in reply) throw new Unreadable(reply.unreadable)
  return reply as Extract<Reply, Record<Key, unknown>>
}
