// What the rest of the product knows of a SPARQL engine: a cache of the statements in PostgreSQL that can be thrown away at
// any time, asked by workspace. A workspace's key is opaque here.

/** The graphs a request may see. Both lists always count: what they do not name does not exist for the request. */
export interface Dataset {
  /** Read together as the default graph; the first is where writes to DEFAULT go. */
  defaultGraphs: readonly string[]
  namedGraphs: readonly string[]
}

export interface Limits {
  /** Of the work itself; waiting for a turn is bounded by the engine. */
  timeoutMs: number
  /** The state must hold this change already, so that a caller reads its own writes. */
  atLeastSeq?: number
  /** Who has left waits no more, and work of theirs that takes long is ended. */
  asker?: Asker
}

/** Its signal costs something to make: it is asked for when there is time, or something to wait for. */
export interface Asker {
  readonly signal: AbortSignal
}

export interface QueryRequest extends Limits {
  text: string
  dataset: Dataset
  /** A media type for rows (SELECT, ASK) or for triples (CONSTRUCT, DESCRIBE). */
  format: string
  /** Rows of a SELECT. Triples are bounded by `maxBytes` alone: several solutions can make one triple. */
  maxRows: number
  maxBytes: number
  /** Relative IRIs of the text are resolved against it. */
  base?: string
}

/** In the format that was asked for. A short one is a text: that is handed over by a thread, and to a socket, for less. */
export type QueryAnswer = string | Uint8Array

export interface UpdateRequest extends Limits {
  text: string
  dataset: Dataset
  /** Further named graphs that the text may read by name; who writes there is refused. */
  readOnlyGraphs?: readonly string[]
  base?: string
  /** Solutions of one WHERE, and statements added and removed in all; 500,000 unless told. */
  maxChanges?: number
}

/** N-Quads lines without their line ends, the graph always named, spelled as `terms/nquads.ts` writes them. */
export interface Delta {
  added: string[]
  removed: string[]
}

export interface Change extends Delta {
  /** Without gaps within a workspace. */
  seq: number
  /** More lines that were added, with their line ends, where there are so many that they should stay bytes. */
  bulk?: { lines: Uint8Array; count: number }
}

/** The same change with all of its lines one by one. */
export const inLines = ({ bulk, ...change }: Change): Change =>
  bulk ? { ...change, added: change.added.concat(new TextDecoder().decode(bulk.lines).trimEnd().split('\n')) } : change

export interface Engine {
  query(workspace: string, request: QueryRequest): Promise<QueryAnswer>
  /** The change up to which a workspace is held, where a request would not have to wait. Nothing is loaded for it. */
  readyAt(workspace: string): number | undefined
  /**
   * What a whole update request would change, and the state (`seq`) for which that is true: commit it only while the
   * workspace is still there. Nothing is changed yet.
   */
  evaluateUpdate(workspace: string, request: UpdateRequest): Promise<Change>
  /** Whether it gains by being told of a change: a workspace that it does not hold is loaded with the change in it. */
  holds(workspace: string): boolean
  /** Takes a committed change. One that is known already is ignored, a gap is filled from the source. */
  apply(workspace: string, change: Change): Promise<void>
  /** Drops what is held of a workspace; its next request loads it again. */
  forget(workspace: string): Promise<void>
  /** The workspaces that this process has something of. */
  workspacesHere(): string[]
  /** Those that a server outside has something of, whichever process brought it there. */
  workspacesOutside(): Promise<string[]>
  stats(): EngineStats
  /** Throws when the server that it stands on is away. Absent where it stands on none. */
  check?(): Promise<void>
  close(): Promise<void>
}

interface EngineStats {
  workers: number
  /** Workspaces held in memory. */
  workspaces: number
  statements: number
  /** Requests that were accepted and are not answered. */
  waiting: number
  /** Workers that were replaced: at a time limit, because they broke, or because nobody waited for their work. */
  replaced: number
  /** Workspaces dropped to make room for others. */
  evicted: number
}

/** Where the engine reads what it holds. */
export interface Source {
  /** All lines of a workspace as they were at `seq`, as N-Quads text cut anywhere. */
  load(workspace: string): Promise<{ seq: number; chunks: AsyncIterable<string> }>
  /** The changes after `seq`, in order. */
  changes(workspace: string, after: number): Promise<Change[]>
  /** A text that only this history has at `seq`; undefined where that is not known any more. */
  mark?(workspace: string, seq: number): Promise<string | undefined>
}

/** For an engine that keeps literals by value, in a place where it cannot note how they were spelled. */
export interface ProjectionSource extends Source {
  /** The lines with a literal that have subject, predicate and graph in common with one of these. */
  literalsBeside(workspace: string, lines: readonly string[]): Promise<string[]>
}

/**
 * - `syntax`: the text is not SPARQL, or cannot be evaluated
 * - `format`: rows or triples cannot be written in that media type
 * - `narrow`: rows or triples hold something that this media type cannot say
 * - `scope`: a write outside the dataset
 * - `read_only`: a write to a graph that can only be read
 * - `remote`: SERVICE or LOAD
 * - `timeout`, `too_large`: past a limit of the request, or of the memory
 * - `crashed`: the engine broke on this request and was replaced
 * - `unavailable`: no turn in time, too many waiting, the source failed, or the engine is closed
 */
export type EngineErrorKind =
  | 'syntax'
  | 'format'
  | 'narrow'
  | 'scope'
  | 'read_only'
  | 'remote'
  | 'timeout'
  | 'too_large'
  | 'crashed'
  | 'unavailable'

export class EngineError extends Error {
  readonly kind: EngineErrorKind
  /** Only others were before it; the same request may succeed later. */
  readonly isBusy: boolean
  constructor(kind: EngineErrorKind, message: string, options?: ErrorOptions & { isBusy?: boolean }) {
    super(message, options)
    this.isBusy = options?.isBusy ?? false
    this.name = 'EngineError'
    this.kind = kind
  }
}
