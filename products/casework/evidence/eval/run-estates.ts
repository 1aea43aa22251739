// Evaluates each repository of a folder in a separate process, one after the other.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EstateReport, MeasureOrder } from './measure.ts'
import { linesOf, type Shown, shortfalls, tableOf } from './report.ts'

interface EstatesOrder extends Shown, Omit<MeasureOrder, 'folder'> {
  folder: string
  /** Only these repositories. */
  only: readonly string[]
  say(line: string): void
}

/** True if all thresholds are met. */
export async function evaluateEstates({ folder, only, say, all, samples, seed }: EstatesOrder): Promise<boolean> {
  const reports = new Map<string, EstateReport>()
  for (const estate of estatesIn(folder).filter((one) => only.length === 0 || only.includes(one))) {
    const report = await measureApart({ folder: join(folder, estate), samples, seed })
    reports.set(estate, report)
    for (const line of linesOf(estate, report, { all })) say(line)
  }
  if (reports.size === 0) throw new Error(`No repository found in ${folder}.`)
  say('')
  for (const line of tableOf(reports)) say(line)
  const short = shortfalls(reports)
  for (const line of short) say(line)
  return short.length === 0
}

const estatesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
    : []

async function measureApart(order: MeasureOrder): Promise<EstateReport> {
  const child = fork(new URL('./worker.ts', import.meta.url), { execArgv: [...process.execArgv] })
  const ended = once(child, 'exit')
  child.send(order)
  const [report] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The process for ${order.folder} exited with code ${code}.`))),
  ])
  await ended
  return report as EstateReport
}
