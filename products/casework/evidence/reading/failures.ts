// Why a file is not read: it may do harm, or nobody can read it.

/** It looks as if it was made to do harm; nothing in it is used. */
export class Quarantine extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Quarantine'
  }
}

/** It needs more memory than its thread has. */
export class TooLarge extends Error {}

/** Damaged, too large, or not what it is said to be. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unreadable'
  }
}
