import ts from 'typescript'
import { membersOf, type Project } from './project.ts'
import { type Callable, constant, type Scope, type Value } from './values.ts'

// One walk through the code that works out a statement, and what it knows of a value without looking at more code.

export interface Run {
  project: Project
  /** Returns which of the answers holds. The same key gets the same answer. */
  choose(key: string, answers: readonly string[]): number
  /** Calls of a function in the project. */
  callsOf(declaration: ts.Declaration): ts.CallExpression[]
  /** Returns the value of a call. */
  callOf(node: ts.CallExpression, scope: Scope, run: Run): Value
  /** Templates that are part of the text. */
  used: Set<ts.Node>
  depth: number
}

const fromLiteral =
  ts.TypeFlags.StringLiteral |
  ts.TypeFlags.NumberLiteral |
  ts.TypeFlags.BooleanLiteral |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null

export const shortened = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60)

export const opaque = (node: ts.Expression, run: Run, key = keyAt(node)): Value => ({
  kind: 'opaque',
  type: run.project.checker.getTypeAtLocation(node),
  key,
  node,
})

export const keyAt = (node: ts.Node) => `${node.getSourceFile().fileName}:${node.getStart()}`

export const numbersOf = (list: readonly unknown[]): string[] => list.map((_, index) => String(index))

/** Replaces a value of a union of literals by one of them. */
export function literalOf(value: Value, run: Run): Value {
  if (value.kind !== 'opaque') return value
  const members = membersOf(value.type)
  const { checker } = run.project
  if (members.length > 40 || !members.every((one) => one.flags & fromLiteral)) return value
  const names = members.map((one) => checker.typeToString(one))
  const index = run.choose(value.key, names)
  const chosen = members[index]
  if (names[index] === 'null') return constant(null)
  if (chosen && chosen.flags & ts.TypeFlags.BooleanLiteral) return constant(names[index] === 'true')
  return constant(chosen?.isStringLiteral() || chosen?.isNumberLiteral() ? chosen.value : undefined)
}

export function fieldOf(whole: Value, name: string, node: ts.Expression, run: Run): Value {
  if (whole.kind === 'object') return whole.fields.get(name)?.() ?? constant(undefined)
  if (whole.kind === 'list' && name === 'length') return constant(whole.items.length)
  return opaque(node, run, whole.kind === 'opaque' ? `${whole.key}.${name}` : keyAt(node))
}

/** Any item of a list of which only the type is known. */
export function itemOf(list: Value, node: ts.Expression, run: Run): Value {
  if (list.kind !== 'opaque') return opaque(node, run)
  const type = list.type.getNumberIndexType() ?? run.project.checker.getAnyType()
  return { kind: 'opaque', type, key: `${list.key}[]`, node }
}

/** Returns the fields of an object, or those of its type; null if the type does not name them. */
export function fieldsOf(value: Value, run: Run): Map<string, () => Value> | null {
  if (value.kind === 'object') return value.fields
  if (value.kind === 'constant') return new Map()
  if (value.kind !== 'opaque') return null
  const { checker } = run.project
  const members = membersOf(value.type).filter(
    (one) => !(one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike)),
  )
  const type = members[members.length > 1 ? run.choose(`shape ${value.key}`, numbersOf(members)) : 0]
  if (!type || !(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || type.getStringIndexType())
    return null
  const { key, node } = value
  return new Map(
    checker.getPropertiesOfType(type).map((symbol) => {
      const field: Value = {
        kind: 'opaque',
        type: checker.getTypeOfSymbolAtLocation(symbol, node),
        key: `${key}.${symbol.name}`,
        node,
      }
      return [symbol.name, () => field]
    }),
  )
}

export const isCallable = (node: ts.Node): node is Callable =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node)) &&
  node.body !== undefined
