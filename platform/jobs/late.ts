// A handle for products that add jobs before the queue opens, because the queue needs all job definitions first.
import type { Jobs } from './job.ts'

export interface LateJobs extends Jobs {
  /** Connects the handle to the queue. */
  arrive(jobs: Jobs): void
}

export function lateJobs(): LateJobs {
  let arrived: Jobs | undefined
  const jobs = (): Jobs => {
    if (!arrived) throw new Error('The queue is not open yet.')
    return arrived
  }
  return {
    arrive: (queue) => {
      arrived = queue
    },
    add: (tx, job, data, options) => jobs().add(tx, job, data, options),
    start: () => jobs().start(),
    stop: async () => arrived?.stop(),
    deadLetters: (job) => jobs().deadLetters(job),
    retryDeadLetter: (id) => jobs().retryDeadLetter(id),
  }
}
