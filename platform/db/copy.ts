// Writes rows by COPY, which costs half as much as INSERT for thousands of rows. The embedded database does not support
// it, so check `canCopy` first.
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'

const copying = new WeakSet<object>()

/** Marks a handle as able to copy; its transactions can copy too. */
export const allowCopy = (db: Db): void => void copying.add(db.getExecutor().adapter)

export const canCopy = (db: Db): boolean => copying.has(db.getExecutor().adapter)

/** `into` is the table with its columns. The rows are in PostgreSQL's binary format, with header and trailer. */
export async function copyRows(tx: Db, into: string, rows: Uint8Array): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`copy ${into} from stdin (format binary)`, [new Rows(rows)]))
}

/** Passed as the values of a query, so that the client below knows that the text is a COPY. */
class Rows {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** A client that can also copy; the driver requires a class. */
export function copyingClient(Client: typeof pg.Client): typeof pg.Client {
  return class CopyingClient extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's method has nine overloads, all of which pass through here
    override query(...args: any[]): any {
      const [text, values] = args
      const rows = Array.isArray(values) ? values[0] : undefined
      if (rows instanceof Rows) return copy((query) => super.query(query), text, rows.bytes)
      return super.query(...(args as [string]))
    }
  }
}

const copy = (submit: (query: pg.Query) => unknown, text: string, bytes: Uint8Array): Promise<unknown> =>
  new Promise((done, failed) => {
    const query = new pg.Query(text, undefined, (error, result) => (error ? failed(error) : done(result)))
    submit(Object.assign(query, { handleCopyInResponse: (connection: pg.Connection) => send(connection, bytes) }))
  })

/** Large enough that the server processes one message while the next is on its way. */
const MESSAGE_BYTES = 131_072
/** CopyData and CopyDone, PostgreSQL §54.7. */
const DATA = 0x64
const DONE = Buffer.of(0x63, 0, 0, 0, 4)

function send({ stream }: pg.Connection, bytes: Uint8Array): void {
  stream.cork()
  for (let at = 0; at < bytes.length; at += MESSAGE_BYTES) {
    const some = bytes.subarray(at, at + MESSAGE_BYTES)
    const head = Buffer.allocUnsafe(5)
    head[0] = DATA
    head.writeInt32BE(some.length + 4, 1)
    stream.write(head)
    stream.write(some)
  }
  stream.write(DONE)
  stream.uncork()
}
