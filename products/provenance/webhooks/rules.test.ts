import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vendorFilter, vendorOf, wantsVendor } from './rules.ts'

const CASES: [object, boolean, boolean][] = [
  [{}, false, true],
  [{ vendor_scope: 'all' }, false, true],
  [{ vendor_scope: 'pinned' }, true, true],
  [{ vendor_scope: 'pinned' }, false, false],
  [{ vendor_scope: 'list', vendor_ids: ['ven_1'] }, false, true],
  [{ vendor_scope: 'list', vendor_ids: ['ven_2'] }, true, false],
  [{ vendor_scope: 'nonsense', vendor_ids: 7 }, false, true],
]
for (const [filter, isPinned, wanted] of CASES)
  test(`${JSON.stringify(filter)} ${wanted ? 'includes' : 'excludes'} ${isPinned ? 'a pinned' : 'an unpinned'} vendor`, () => {
    assert.equal(wantsVendor(vendorFilter({ ...filter }), 'ven_1', isPinned), wanted)
  })

test('an event is about a vendor if its data names one', () => {
  assert.equal(vendorOf({ vendor_id: 'ven_1' }), 'ven_1')
  assert.equal(vendorOf({ vendor_id: 7 }), undefined)
  assert.equal(vendorOf({}), undefined)
})
