// Products add jobs and define them; the queue needs all definitions before it opens. This handle is there first.
import type { Jobs } from './job.ts'

export interface LateJobs extends Jobs {
  /** From here on the handle is the queue. */
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
