// Restores the store of a workspace from its snapshot: from a memory image if there is one, otherwise from its lines.
import type { Log } from '@veritrace/platform/log'
import { type EngineWorker, WorkerLost } from './engine-worker.ts'
import { type LoadedPart, type Message, type Reply, STEP_MS } from './messages.ts'
import type { Snapshot } from './read-snapshot.ts'
import type { Snapshots } from './snapshots.ts'

interface Deps {
  worker(): EngineWorker
  snapshots: Pick<Snapshots, 'drop' | 'dropImage'> | undefined
  log: Log
}

interface Restored {
  statements: number
  /** The worker generation that holds the store. */
  generation: number
}

/** Undefined if the snapshot could not be used; the caller then loads from the source. */
type Restore = (snapshot: Snapshot) => Promise<Restored | undefined>

export function openRestore({ worker, snapshots, log }: Deps, workspace: string): Restore {
  /** Runs steps one after another, all on the same worker. */
  function openSteps() {
    const generation = worker().generation()
    const step = async <Did extends Reply['did']>(
      did: Did,
      message: Message,
    ): Promise<Extract<Reply, { did: Did }>> => {
      if (worker().generation() !== generation) throw new WorkerLost('The worker was replaced between two steps.')
      // Moving to another worker would leave a partly loaded image behind.
      const reply = await worker().run({ message, limitMs: STEP_MS, canMove: did !== 'image' })
      if (!isOf(did, reply)) throw new Error('The worker sent an unexpected reply.')
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
      if (checksum !== expected) throw new Error('A snapshot file is damaged.')
    }
    if (read !== statements) throw new Error('The snapshot has an unexpected number of statements.')
    return { statements, generation }
  }

  /** Drops what cannot be read and returns undefined, so that the caller can try the next source. */
  async function orElse<T>(work: Promise<T>, drop: () => Promise<void> | undefined): Promise<T | undefined> {
    try {
      return await work
    } catch (error) {
      if (error instanceof WorkerLost) throw error
      log.warn({ err: error, workspace }, 'snapshot could not be read')
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
