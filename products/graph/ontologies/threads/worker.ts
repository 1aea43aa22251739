// Reads and scores ontologies outside the event loop. The thread is replaced after any error except invalid Turtle.
import { parentPort } from 'node:worker_threads'
import { countTerms, readFacts } from '../scoring/facts.ts'
import { scoreFacts } from '../scoring/score.ts'
import type { FromWorker, Message, Replies } from './messages.ts'
import { readTurtle, TurtleError } from './read-turtle.ts'

const answer = (message: FromWorker): void => parentPort!.postMessage(message)

parentPort!.on('message', (message: Message) => {
  try {
    answer({ reply: replyTo(message) })
  } catch (error) {
    // After an unexpected error the thread may be in a bad state, so it ends.
    if (!(error instanceof TurtleError)) throw error
    answer({ syntax: { message: error.message, line: error.line, column: error.column } })
  }
})

function replyTo({ do: what, turtle, base }: Message): Replies[Message['do']] {
  const triples = readTurtle(turtle, base)
  const facts = readFacts(triples)
  if (what === 'score') return triples.length > 0 ? scoreFacts(facts) : undefined
  return { counts: countTerms(facts), ontologies: facts.ontologies, triples: triples.length }
}
