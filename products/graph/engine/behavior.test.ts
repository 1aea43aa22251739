// Runs the same behaviors on every engine.
import { after, before, describe, test } from 'node:test'
import { newId } from '@veritrace/platform/ids'
import { openLog } from '@veritrace/platform/log'
import { behaviors } from './behavior.ts'
import { openBench } from './behavior-bench.ts'
import type { Engine } from './engine.ts'
import { openOxigraph } from './oxigraph/open.ts'
import { openRemote } from './remote/open.ts'
import { noVirtuoso, releaseVirtuoso, useVirtuoso, type Virtuoso } from './remote/testing.ts'
import { type MemorySource, memorySource } from './testing.ts'

const log = openLog('silent')

describe('the embedded engine', () => run((source) => openOxigraph({ source, log, workers: 1 })))

describe('the engine on an external SPARQL server', { skip: noVirtuoso }, () => {
  let virtuoso: Virtuoso
  before(async () => {
    virtuoso = await useVirtuoso()
  })
  after(releaseVirtuoso)
  run((source) =>
    openRemote({
      server: { url: virtuoso.url },
      source,
      log,
      embedded: (from) => openOxigraph({ source: from, log, workers: 1 }),
    }),
  )
})

function run(open: (source: MemorySource) => Promise<Engine>): void {
  const source = memorySource()
  let engine: Engine
  before(async () => {
    engine = await open(source)
  })
  after(() => engine.close())
  for (const [name, behave] of Object.entries(behaviors))
    test(name, () => behave(openBench(engine, source, newId('w'), open)))
}
