import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInRanges, isPublicAddress, parseRanges } from './addresses.ts'

const REFUSED = [
  // The test addresses of Svix, a webhook delivery service.
  ...['10.254.0.0', '192.168.10.65', '172.16.10.65', '0.1.2.3', '0.0.0.0', '127.0.0.1', '127.254.254.254'],
  ...['169.254.45.1', '255.255.255.255', '224.1.2.3', '233.252.0.16', '192.0.0.0', '192.0.0.255', '192.0.2.255'],
  ...['198.51.100.65', '203.0.113.6', '100.100.0.0', '192.88.99.3', '198.18.0.0', '240.240.240.240'],
  ...['::0', '::1', '::ffff:127.0.0.1', '::ffff:0.0.0.1', '2001:db8::1', '3fff::dead:beef', 'fe80::dead:beef'],
  ...['febf:ffff::dead:beef', 'fdee:3A45:9057::0001', 'fd7a:115c:a1e0::1', '2002:c000:0204::dead:beef'],
  ...['2002:c0a8:0001::dead:beef', '64:ff9b::c0a8:0', '64:ff9b::808:808', '5f00::dead:beef'],
  ...['64:ff9b:1::dead:beef', '100::1:2:3:4'],
  // Additional addresses.
  ...['169.254.169.254', '168.63.129.16', 'fd00:ec2::254', '100.64.0.1', '198.19.255.255', '::ffff:169.254.169.254'],
  ...['::ffff:a00:1', '::127.0.0.1', '::7f00:1', '::ffff:0:7f00:1', 'fec0::1', '2001::1', '2001:20::1', 'ff02::1'],
  ...['4000::1', 'fe80::1%eth0', '1.2.3', '0x7f.1', '2130706433', 'localhost', 'example.com', ''],
]
const PUBLIC = ['1.1.1.1', '8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8', '172.32.0.1', '100.128.0.1', '11.0.0.1']

test('private, special and translated addresses are not public, in any notation', () => {
  assert.deepEqual(REFUSED.filter(isPublicAddress), [])
})

test('internet addresses are public', () => {
  assert.deepEqual(
    PUBLIC.filter((address) => !isPublicAddress(address)),
    [],
  )
})

test('a range includes its addresses, even in IPv6 notation', () => {
  const ranges = parseRanges(['127.0.0.0/8', '10.1.2.3', 'fd00::/8'])
  const inside = ['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', 'fd12::1']
  const outside = ['10.1.2.4', '128.0.0.1', '::1', 'localhost']
  assert.deepEqual(
    [...inside, ...outside].map((address) => isInRanges(address, 80, ranges)),
    [true, true, true, true, false, false, false, false],
  )
})

test('an address with a port matches only that port', () => {
  const ranges = parseRanges(['127.0.0.1:8090'])
  assert.deepEqual(
    [8090, 8091, 80].map((port) => isInRanges('127.0.0.1', port, ranges)),
    [true, false, false],
  )
})
