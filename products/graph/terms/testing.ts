// Random texts for property tests.
import fc from 'fast-check'

/**
 * Any character except lone surrogates. Mapping from integers avoids a slow lookup table that fast-check would build.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
