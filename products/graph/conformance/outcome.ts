// The results of a suite, for the report and the tests.

interface Outcome {
  /** The part of the suite and the name of the test in it, as in the list of known failures. */
  name: string
  /** Why the test failed; undefined if it passed. */
  problem?: string
}

export interface SuiteRun {
  title: string
  outcomes: Outcome[]
}

/** Runs all tests of a suite, a few at a time. An exception fails its test. */
export async function runTests<Test extends { name: string }>(
  title: string,
  tests: readonly Test[],
  problemOf: (test: Test) => Promise<string | undefined>,
): Promise<SuiteRun> {
  const outcomes: Outcome[] = []
  const left = tests.entries()
  const work = async () => {
    for (const [index, test] of left) {
      const problem = await problemOf(test).catch(String)
      outcomes[index] = { name: test.name, ...(problem !== undefined && { problem }) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { title, outcomes }
}

const AT_ONCE = 4
