// Threads that read evidence and sources: off the event loop, with bounded memory and time. What breaks one of them is the
// fault of the file, and the next file is read by a new one.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { type Asking, openPool, type Pool } from '@veritrace/platform/threads/pool'
import type { SourceFile } from '../source/abaplint/repository.ts'
import type { ExtractedSource, Source } from '../source/extract-source.ts'
import type { LintOrder, LintResult } from '../source/lint.ts'
import type { StatementFacts } from '../source/statements/facts.ts'
import { Quarantine, Unreadable } from './failures.ts'
import type { Inspection } from './inspect.ts'
import type { Message, Progress, Reply } from './messages.ts'
import type { Parsed } from './parsed.ts'

type Asked<Ask extends Message['ask']> = Omit<Extract<Message, { ask: Ask }>, 'ask'>

export interface EvidenceReaders {
  /** Throws Quarantine or Unreadable, as `parse` does. */
  inspect(asked: Asked<'inspect'>, asking: Asking): Promise<Inspection>
  /** `hear` is told how far it is. */
  parse(asked: Asked<'parse'>, asking: Asking, hear?: (progress: Progress) => void): Promise<Parsed>
  close(): Promise<void>
}

/** The door of the studio: sources that people paste. */
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

/** Files of evidence: a large archive takes its time, and is held as a whole to be understood. */
export function openEvidenceReaders({ log, limitMs = 1_200_000, memoryMb = 1_800 }: Options): EvidenceReaders {
  const pool = openReaders({ log, limitMs, memoryMb, threads: 3, name: 'evidence' })
  return {
    inspect: async (asked, asking) =>
      (await answerOf(pool, asking, { ask: 'inspect', ...asked }, 'inspection')).inspection,
    parse: async (asked, asking, hear) => {
      const hearing = hear && ((said: unknown) => hear((said as { progress: Progress }).progress))
      return (await answerOf(pool, { ...asking, hear: hearing }, { ask: 'parse', ...asked }, 'parsed')).parsed
    },
    close: pool.close,
  }
}

/** Sources that someone waits for. */
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

const openReaders = (options: Required<Options> & { threads: number; name: string }): Pool<Message, Reply> =>
  openPool<Message, Reply>({
    ...options,
    file: new URL('./worker.ts', import.meta.url),
    isNews: (said) => 'progress' in said,
    mostWaiting: 256,
    failed: (why) => {
      if (why === 'late') return new Unreadable(`Reading it took longer than ${options.limitMs / 1000} seconds.`)
      if (why === 'broken') return new Unreadable('It is too large or too deeply nested to be read.')
      return new AppError('unavailable', SAID[why], {}, why === 'busy' ? { 'retry-after': '2' } : {})
    },
  })

const SAID = {
  busy: 'Too many files wait to be read.',
  left: 'Nobody waits for the answer.',
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
