// What there is to say about an error besides its code.

export interface ErrorKind {
  readonly status: number
  readonly title: string
  /** What the caller can do about it. */
  readonly help: string
}
export const kind = (status: number, title: string, help: string): ErrorKind => ({ status, title, help })
