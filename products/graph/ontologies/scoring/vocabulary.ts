// The terms of RDF, RDFS and OWL that the checks use, and well-known vocabularies.

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const OWL = 'http://www.w3.org/2002/07/owl#'
const XSD = 'http://www.w3.org/2001/XMLSchema#'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'
const DCT = 'http://purl.org/dc/terms/'
const DC = 'http://purl.org/dc/elements/1.1/'
const SCHEMA = ['https://schema.org/', 'http://schema.org/']
const PAV = 'http://purl.org/pav/'

const all = (namespace: string, ...names: string[]): string[] => names.map((name) => namespace + name)

export const TYPE = `${RDF}type`
export const FIRST = `${RDF}first`
export const REST = `${RDF}rest`
export const NIL = `${RDF}nil`
export const SUB_CLASS = `${RDFS}subClassOf`
export const SUB_PROPERTY = `${RDFS}subPropertyOf`
export const DOMAIN = `${RDFS}domain`
export const RANGE = `${RDFS}range`
export const INVERSE = `${OWL}inverseOf`
export const DISJOINT = `${OWL}disjointWith`
export const DISJOINT_UNION = `${OWL}disjointUnionOf`
export const ALL_DISJOINT = `${OWL}AllDisjointClasses`
export const MEMBERS = `${OWL}members`
export const IMPORTS = `${OWL}imports`
export const ONTOLOGY = `${OWL}Ontology`
export const NAMED_INDIVIDUAL = `${OWL}NamedIndividual`
export const ANNOTATION_PROPERTY = `${OWL}AnnotationProperty`

export const CLASS_TYPES = new Set([...all(OWL, 'Class', 'DeprecatedClass'), `${RDFS}Class`])
const CHARACTERISTICS = all(
  OWL,
  ...['FunctionalProperty', 'InverseFunctionalProperty', 'TransitiveProperty', 'SymmetricProperty'],
  ...['AsymmetricProperty', 'ReflexiveProperty', 'IrreflexiveProperty'],
)
export const PROPERTY_TYPES = new Set([
  `${RDF}Property`,
  ...all(OWL, 'ObjectProperty', 'DatatypeProperty', 'AnnotationProperty', 'OntologyProperty', 'DeprecatedProperty'),
  ...CHARACTERISTICS,
])

export const LABELS = new Set([
  `${RDFS}label`,
  `${SKOS}prefLabel`,
  `${DCT}title`,
  `${DC}title`,
  ...SCHEMA.map((s) => `${s}name`),
])
export const COMMENTS = new Set([
  `${RDFS}comment`,
  `${SKOS}definition`,
  ...[DCT, DC, ...SCHEMA].map((namespace) => `${namespace}description`),
  'http://purl.obolibrary.org/obo/IAO_0000115',
])
export const LICENSES = new Set([
  ...all(DCT, 'license', 'rights'),
  `${DC}rights`,
  'http://creativecommons.org/ns#license',
  'http://www.w3.org/1999/xhtml/vocab#license',
  ...SCHEMA.map((namespace) => `${namespace}license`),
])
export const VERSIONS = new Set([
  ...all(OWL, 'versionInfo', 'versionIRI'),
  'http://www.w3.org/ns/dcat#version',
  `${PAV}version`,
  `${DCT}hasVersion`,
  ...SCHEMA.map((namespace) => `${namespace}version`),
])

/** Predicates that relate a term to another one. */
export const RELATING = new Set([
  ...[SUB_CLASS, SUB_PROPERTY, DOMAIN, RANGE, FIRST],
  ...all(OWL, 'equivalentClass', 'equivalentProperty', 'disjointWith', 'propertyDisjointWith', 'inverseOf'),
  ...all(OWL, 'onProperty', 'onClass', 'someValuesFrom', 'allValuesFrom', 'hasValue', 'complementOf', 'unionOf'),
  ...all(OWL, 'intersectionOf', 'oneOf', 'disjointUnionOf', 'hasKey', 'propertyChainAxiom', 'onDatatype'),
])
/** A relation to one of these has no meaning. */
export const EVERYTHING = new Set([
  ...all(OWL, 'Thing', 'topObjectProperty', 'topDataProperty'),
  ...all(RDFS, 'Resource'),
])

/** Predicates whose subject and object are both classes or properties. */
export const TERMS_AT_BOTH_ENDS = new Set([
  ...[SUB_CLASS, SUB_PROPERTY],
  ...all(OWL, 'equivalentClass', 'equivalentProperty', 'disjointWith', 'propertyDisjointWith', 'inverseOf'),
])
export const TERMS_AS_OBJECTS = new Set([
  ...[DOMAIN, RANGE],
  ...all(OWL, 'onProperty', 'onClass', 'someValuesFrom', 'allValuesFrom', 'complementOf'),
])
/** Predicates that redefine their subject. */
export const DEFINING = new Set([
  ...[SUB_CLASS, SUB_PROPERTY, DOMAIN, RANGE, DISJOINT],
  ...all(OWL, 'equivalentClass', 'equivalentProperty', 'inverseOf'),
])

/** Logical axioms, by predicate or by type. */
export const AXIOM_PREDICATES = new Set([
  ...[SUB_CLASS, SUB_PROPERTY, DOMAIN, RANGE],
  ...all(OWL, 'equivalentClass', 'equivalentProperty', 'disjointWith', 'propertyDisjointWith', 'inverseOf'),
  ...all(OWL, 'disjointUnionOf', 'hasKey', 'propertyChainAxiom', 'sameAs', 'differentFrom'),
])
export const AXIOM_TYPES = new Set([
  ...CHARACTERISTICS,
  ...all(OWL, 'AllDisjointClasses', 'AllDisjointProperties', 'AllDifferent', 'NegativePropertyAssertion'),
])

/** RDF itself: using it does not count as reuse. */
export const LANGUAGE = [RDF, RDFS, OWL, XSD]
/** Namespaces that do not belong to the author. */
export const KNOWN = [
  ...LANGUAGE,
  ...[SKOS, DCT, DC, PAV, ...SCHEMA],
  'http://purl.org/dc/dcmitype/',
  'http://xmlns.com/foaf/0.1/',
  'http://www.w3.org/ns/prov#',
  'http://www.w3.org/ns/dcat#',
  'http://www.w3.org/ns/org#',
  'http://www.w3.org/ns/shacl#',
  'http://www.w3.org/ns/sosa/',
  'http://www.w3.org/ns/ssn/',
  'http://www.w3.org/ns/adms#',
  'http://www.w3.org/ns/locn#',
  'http://www.w3.org/ns/odrl/2/',
  'http://www.w3.org/2006/time#',
  'http://www.w3.org/2006/vcard/ns#',
  'http://www.w3.org/2003/01/geo/wgs84_pos#',
  'http://www.w3.org/2003/06/sw-vocab-status/ns#',
  'http://www.w3.org/2008/05/skos-xl#',
  'http://www.w3.org/1999/xhtml/vocab#',
  'http://www.opengis.net/ont/geosparql#',
  'http://purl.org/vocab/vann/',
  'http://purl.org/goodrelations/v1#',
  'http://purl.org/ontology/bibo/',
  'http://purl.org/linked-data/cube#',
  'http://rdfs.org/ns/void#',
  'http://rdfs.org/sioc/ns#',
  'http://creativecommons.org/ns#',
  'http://spdx.org/rdf/terms#',
  'http://qudt.org/schema/qudt/',
  'http://usefulinc.com/ns/doap#',
]
