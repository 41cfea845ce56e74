import type ts from 'typescript'

// The values that an expression of the code can have, as far as they are known without running it.

/** A `$n` of the statement. */
export interface Parameter {
  /** Type that postgres.js announces; 0 lets the database decide. */
  oid: number
  canBeNull: boolean
}

export type Piece = string | Parameter

/** Values of parameters and of the variables of callbacks. */
export type Scope = ReadonlyMap<ts.Symbol, () => Value>

export type Callable = (
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
) & {
  body: ts.ConciseBody
}

export type Value =
  | { kind: 'constant'; value: string | number | boolean | null | undefined }
  | { kind: 'fragment'; pieces: Piece[] }
  /** `sql(first, ...rest)` */
  | { kind: 'builder'; first: Value; rest: Value[] }
  | { kind: 'list'; items: Value[] }
  | { kind: 'object'; fields: Map<string, () => Value> }
  | { kind: 'function'; node: Callable; scope: Scope }
  /** `sql.json(…)` or `sql.array(…)` */
  | { kind: 'bound'; parameter: Parameter }
  /** Only its type is known. The same `key` means the same value. */
  | { kind: 'opaque'; type: ts.Type; key: string; node: ts.Node }

export const constant = (value: string | number | boolean | null | undefined): Value => ({
  kind: 'constant',
  value,
})

/** The text of a statement depends on something that is only known at run time. */
export class Unresolved extends Error {
  /** True for a row without columns, which the code cannot mean. */
  readonly isEmpty: boolean

  constructor(reason: string, isEmpty = false) {
    super(reason)
    this.name = 'Unresolved'
    this.isEmpty = isEmpty
  }
}
