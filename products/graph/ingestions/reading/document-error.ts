/** The document is invalid in its declared syntax. */
export class DocumentError extends Error {
  readonly line: number | null
  constructor(line: number | null, message: string) {
    super(message)
    this.line = line
  }
}
