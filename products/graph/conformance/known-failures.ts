// Tests of the W3C suites that fail, with the reasons. The run fails if another test fails, or if one of these passes.

const ZERO_LENGTH = 'A zero-length path has no solution for a term that occurs in no statement (Oxigraph 0.5.11).'
const LANGUAGE = 'GROUP_CONCAT drops the language that all its values share (Oxigraph 0.5.11).'

export const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  'aggregates/agg-groupconcat-04': LANGUAGE,
  'aggregates/agg-groupconcat-06': LANGUAGE,
  'aggregates/agg-empty-group-count-graph': 'COUNT inside GRAPH ?g counts over all graphs together (Oxigraph 0.5.11).',
  'bindings/graph': 'VALUES inside GRAPH ?g leaves ?g unbound (Oxigraph 0.5.11).',
  'functions/bnode01': 'BNODE(text) returns the same node for all solutions (Oxigraph 0.5.11).',
  'negation/graph-minus': 'MINUS inside GRAPH ?g treats ?g as a shared variable (Oxigraph 0.5.11).',
  'property-path/zero_or_more_set_start': ZERO_LENGTH,
  'property-path/zero_or_more_set_end': ZERO_LENGTH,
  'property-path/zero_or_one_set_start': ZERO_LENGTH,
  'property-path/zero_or_one_set_end': ZERO_LENGTH,
}
