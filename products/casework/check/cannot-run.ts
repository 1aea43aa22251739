/** The check cannot run, because an option, the configuration or a file is wrong. The message says what to do. */
export class CannotRun extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotRun'
  }
}
