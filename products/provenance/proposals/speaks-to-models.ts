// Detects pages and quotes that address language models. The page is not shown to a model, because its answers could
// not be trusted. The rules still read it, because text cannot influence them.
import { matchable } from '../extract/read/characters.ts'

const OF_PAGES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|directions|everything above)\b/,
  /\b(?:system|developer|hidden) prompt\b/,
  /\byou are (?:now )?(?:an? )?(?:ai|llm|language model|chat ?gpt|assistant|chatbot)\b/,
  /\b(?:note|message|instructions?|attention|notice) (?:to|for) (?:the |any |all )?(?:ai|llms?|language models?|assistants?|models?|crawlers?)\b/,
  /\b(?:if you are|as) an? (?:ai|llm|language model)\b/,
  /\b(?:answer|respond|reply|say|output)\b[\s:]{1,3}(?:only |with |exactly )*["'([]?\s*(?:yes\b|\{|json\b|that .{0,60}(?:certified|compliant))/,
  /"(?:proposals|entails|matter|quote)"\s*:/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?inst\]|<<\/?sys>>/,
  /^\s*(?:system|assistant)\s*:/m,
]
/** Contracts use these words too, so they only count in a quote. */
const OF_QUOTES: readonly RegExp[] = [
  /\bentail(?:s|ed|ment)?\b/,
  /\b(?:the|this) (?:claim|quote|passage|statement)\b.{0,40}\b(?:true|correct|holds|proven?|valid|yes)\b/,
  /[{}]|\b(?:begin|end) [\w-]{20,}/,
]

const isAny = (patterns: readonly RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text))

export const speaksToModels = (text: string): boolean => isAny(OF_PAGES, matchable(text))
export const quoteSpeaksToModels = (quote: string): boolean => isAny([...OF_PAGES, ...OF_QUOTES], matchable(quote))
