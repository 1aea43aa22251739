// Tests of the W3C suites that do not pass, each with its reason. One that fails and is not here fails the run; so does
// one that is here and passes.

const ZERO_LENGTH = 'A path of length zero has no solution for a term that no statement holds (Oxigraph 0.5.11).'
const LANGUAGE = 'GROUP_CONCAT forgets the language that all of its texts have (Oxigraph 0.5.11).'

export const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  'aggregates/agg-groupconcat-04': LANGUAGE,
  'aggregates/agg-groupconcat-06': LANGUAGE,
  'aggregates/agg-empty-group-count-graph': 'COUNT inside GRAPH ?g counts over all graphs at once (Oxigraph 0.5.11).',
  'bindings/graph': 'VALUES inside GRAPH ?g leaves ?g unbound (Oxigraph 0.5.11).',
  'functions/bnode01': 'BNODE(text) is one node for all solutions, not one for each (Oxigraph 0.5.11).',
  'negation/graph-minus': 'MINUS inside GRAPH ?g takes ?g for a shared variable (Oxigraph 0.5.11).',
  'property-path/zero_or_more_set_start': ZERO_LENGTH,
  'property-path/zero_or_more_set_end': ZERO_LENGTH,
  'property-path/zero_or_one_set_start': ZERO_LENGTH,
  'property-path/zero_or_one_set_end': ZERO_LENGTH,
}
