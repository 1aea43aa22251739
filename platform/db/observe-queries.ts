// Reports each statement while its caller is still on the stack; the query itself is sent later.
import { type CompiledQuery, type Dialect, PostgresQueryCompiler, type RootOperationNode } from 'kysely'

export function observeQueries(dialect: Dialect, onQuery: (text: string) => void): Dialect {
  class ObservingCompiler extends PostgresQueryCompiler {
    override compileQuery(...args: [RootOperationNode, CompiledQuery['queryId']]): CompiledQuery {
      const compiled = super.compileQuery(...args)
      onQuery(compiled.sql)
      return compiled
    }
  }
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => new ObservingCompiler(),
  }
}
