// The interface between the product and a SPARQL engine. The engine is a disposable cache of the statements in
// PostgreSQL, addressed by workspace. Workspace keys are opaque here.

/** The graphs that a request may see. Both lists always apply: a graph in neither does not exist for the request. */
export interface Dataset {
  /** Merged into the default graph. Writes to DEFAULT go to the first. */
  defaultGraphs: readonly string[]
  namedGraphs: readonly string[]
}

export interface Limits {
  /** Limits the work itself. The engine has its own limit for time in the queue. */
  timeoutMs: number
  /** The state must include this change, so that callers read their own writes. */
  atLeastSeq?: number
  /** When its signal aborts, the request leaves the queue, and long-running work for it is stopped. */
  asker?: Asker
}

/** Creating the signal is not free, so the engine reads it only when the request has to wait. */
export interface Asker {
  readonly signal: AbortSignal
}

export interface QueryRequest extends Limits {
  text: string
  dataset: Dataset
  /** A media type for rows (SELECT, ASK) or triples (CONSTRUCT, DESCRIBE). */
  format: string
  /**
   * Limits the rows of a SELECT. Triples are limited by `maxBytes` only: several solutions can make the same triple.
   */
  maxRows: number
  maxBytes: number
  /** Relative IRIs in the text are resolved against this IRI. */
  base?: string
}

/**
 * In the requested format. Short answers are strings, which are cheaper to pass between threads and write to a socket.
 */
export type QueryAnswer = string | Uint8Array

export interface UpdateRequest extends Limits {
  text: string
  dataset: Dataset
  /** Additional named graphs that the text may read; writes to them are rejected. */
  readOnlyGraphs?: readonly string[]
  base?: string
  /** Limits the solutions of one WHERE, and the statements added and removed in total. Default: 500,000. */
  maxChanges?: number
}

/** N-Quads lines without line breaks, always with a graph, spelled as `terms/nquads.ts` writes them. */
export interface Delta {
  added: string[]
  removed: string[]
}

export interface Change extends Delta {
  /** Consecutive within a workspace. */
  seq: number
  /** More added lines, each with its line break, kept as bytes because there are many. */
  bulk?: { lines: Uint8Array; count: number }
}

/** The same change with every line as a string. */
export const inLines = ({ bulk, ...change }: Change): Change =>
  bulk ? { ...change, added: change.added.concat(new TextDecoder().decode(bulk.lines).trimEnd().split('\n')) } : change

export interface Engine {
  query(workspace: string, request: QueryRequest): Promise<QueryAnswer>
  /** The last change in memory, if a request would not have to wait. Loads nothing. */
  readyAt(workspace: string): number | undefined
  /**
   * Returns what an update request would change, and the state (`seq`) it was evaluated against. Commit the change only
   * while the workspace is still at that state. The engine itself changes nothing.
   */
  evaluateUpdate(workspace: string, request: UpdateRequest): Promise<Change>
  /** Whether `apply` would have an effect: a workspace that is not loaded will be loaded with the change included. */
  holds(workspace: string): boolean
  /** Applies a committed change. A known change is ignored; a gap is filled from the source. */
  apply(workspace: string, change: Change): Promise<void>
  /** Drops the workspace from memory; its next request loads it again. */
  forget(workspace: string): Promise<void>
  /** The workspaces that this process holds. */
  localWorkspaces(): string[]
  /** The workspaces that an external server holds, whichever process wrote them. */
  remoteWorkspaces(): Promise<string[]>
  stats(): EngineStats
  /** Throws when the external server is unreachable. Absent if the engine has no external server. */
  check?(): Promise<void>
  close(): Promise<void>
}

interface EngineStats {
  workers: number
  /** Workspaces in memory. */
  workspaces: number
  statements: number
  /** Accepted requests without an answer yet. */
  waiting: number
  /** Workers that were replaced: at a time limit, after a crash, or because no one waited for their result. */
  replaced: number
  /** Workspaces dropped to make room for others. */
  evicted: number
}

/** The source from which the engine loads statements. */
export interface Source {
  /** All lines of a workspace as of `seq`, as N-Quads text in chunks that may split lines. */
  load(workspace: string): Promise<{ seq: number; chunks: AsyncIterable<string> }>
  /** The changes after `seq`, in order. */
  changes(workspace: string, after: number): Promise<Change[]>
  /** A fingerprint of this history at `seq`; undefined if that state is too old to know. */
  mark?(workspace: string, seq: number): Promise<string | undefined>
}

/** For an engine that stores literals by value and cannot record their spelling. */
export interface ProjectionSource extends Source {
  /** The lines with a literal that share subject, predicate and graph with one of the given lines. */
  siblingLiterals(workspace: string, lines: readonly string[]): Promise<string[]>
}

/**
 * - `syntax`: the text is not SPARQL, or cannot be evaluated
 * - `format`: rows or triples cannot be written in that media type
 * - `narrow`: the media type cannot represent a value in the rows or triples
 * - `scope`: a write outside the dataset
 * - `read_only`: a write to a read-only graph
 * - `remote`: SERVICE or LOAD
 * - `timeout`, `too_large`: a limit of the request, or of memory, was exceeded
 * - `crashed`: the engine crashed on this request and was replaced
 * - `unavailable`: no worker in time, too many waiting requests, a failed source, or a closed engine
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
