// A process for one estate, so that its memory is its own.
import { type MeasureOrder, measure } from './measure.ts'

process.once('message', async (order: MeasureOrder) => {
  const report = await measure(order)
  process.send!(report, () => process.disconnect())
})
