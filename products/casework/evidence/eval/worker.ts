// Measures one estate in a separate process, so that its memory use is measured alone.
import { type MeasureOrder, measure } from './measure.ts'

process.once('message', async (order: MeasureOrder) => {
  const report = await measure(order)
  process.send!(report, () => process.disconnect())
})
