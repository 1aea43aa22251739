// Texts for tests by chance.
import fc from 'fast-check'

/** Any that is no half of a pair. To know its own ones again, fast-check would first write a table of a million. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
