// Status, title, and advice of an error.

export interface ErrorKind {
  readonly status: number
  readonly title: string
  /** What the caller can do about it, in the imperative. */
  readonly help: string
}
export const kind = (status: number, title: string, help: string): ErrorKind => ({ status, title, help })
