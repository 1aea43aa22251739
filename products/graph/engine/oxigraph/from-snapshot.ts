// The store of one workspace from its snapshot: from the image of a memory where there is one, else from its lines.
import type { Log } from '@veritrace/platform/log'
import { type LoadedPart, type Message, type Reply, STEP_MS } from './messages.ts'
import type { Snapshot } from './read-snapshot.ts'
import { type Slot, WorkerLost } from './slot.ts'
import type { Snapshots } from './snapshots.ts'

interface Deps {
  slot(): Slot
  snapshots: Pick<Snapshots, 'drop' | 'dropImage'> | undefined
  log: Log
}

interface Restored {
  statements: number
  /** Of the worker that holds it. */
  generation: number
}

/** Undefined where neither could be used: then the source is to be read. */
type Restore = (snapshot: Snapshot) => Promise<Restored | undefined>

export function openRestore({ slot, snapshots, log }: Deps, workspace: string): Restore {
  /** One step after the other, all by the same worker. */
  function openSteps() {
    const generation = slot().generation()
    const step = async <Did extends Reply['did']>(
      did: Did,
      message: Message,
    ): Promise<Extract<Reply, { did: Did }>> => {
      if (slot().generation() !== generation) throw new WorkerLost('The worker ended in between.')
      // What an image has brought so far would be left behind by one that moves.
      const reply = await slot().run({ message, limitMs: STEP_MS, canMove: did !== 'image' })
      if (!isOf(did, reply)) throw new Error('The engine answered something else.')
      return reply
    }
    return { generation, step }
  }

  async function fromImage(folder: string): Promise<Restored | undefined> {
    const { generation, step } = openSteps()
    for (let first = true; ; first = false) {
      const { state, statements } = await step('image', { do: 'image', workspace, folder, first })
      if (state === 'refused') return undefined
      if (state === 'whole') return { statements, generation }
    }
  }

  async function fromLines({ files, statements }: Snapshot): Promise<Restored> {
    const { generation, step } = openSteps()
    let read = 0
    let first = true
    for (const { file, plain, checksum: expected } of files) {
      let checksum = 0
      for (let from: number | undefined = 0; from !== undefined; first = false) {
        const part: LoadedPart = await step('restore', { do: 'restore', workspace, file, from, plain, checksum, first })
        read += part.statements
        checksum = part.checksum
        from = part.next
      }
      if (checksum !== expected) throw new Error('A file of the snapshot is damaged.')
    }
    if (read !== statements) throw new Error('The snapshot has another number of statements.')
    return { statements, generation }
  }

  /** What fails is forgotten, and the next best way taken. */
  async function orElse<T>(work: Promise<T>, drop: () => Promise<void> | undefined): Promise<T | undefined> {
    try {
      return await work
    } catch (error) {
      if (error instanceof WorkerLost) throw error
      log.warn({ err: error, workspace }, 'A snapshot could not be read.')
      await drop()
      return undefined
    }
  }

  return async (snapshot) => {
    const { image } = snapshot
    const restored =
      image === undefined ? undefined : await orElse(fromImage(image), () => snapshots?.dropImage(workspace))
    return restored ?? orElse(fromLines(snapshot), () => snapshots?.drop(workspace))
  }
}

const isOf = <Did extends Reply['did']>(did: Did, reply: Reply): reply is Extract<Reply, { did: Did }> =>
  reply.did === did
