import ts from 'typescript'
import { holds, itemsOf, partOf, valueAt } from './evaluate.ts'
import { declarationOf, isConnection, isPart, symbolOf } from './project.ts'
import { fieldsOf, isCallable, itemOf, literalOf, numbersOf, opaque, type Run } from './run.ts'
import { type Callable, constant, type Scope, Unresolved, type Value } from './values.ts'

// Works out what a call in the code returns: a helper of postgres.js, a function of the project, a method of a list.

export function callOf(node: ts.CallExpression, scope: Scope, run: Run): Value {
  const { checker } = run.project
  const callee = node.expression
  if (isConnection(checker.getTypeAtLocation(callee))) return helperOf(node, scope, run)
  if (ts.isPropertyAccessExpression(callee)) {
    if (isConnection(checker.getTypeAtLocation(callee.expression)))
      return methodOfConnection(node, callee.name.text, scope, run)
    const value = methodOf(node, callee, scope, run)
    if (value) return value
  }
  const type = checker.getTypeAtLocation(node)
  const fields = fieldsOf({ kind: 'opaque', type, key: '', node }, { ...run, choose: () => 0 })
  const isPartField = (field: () => Value) => {
    const value = field()
    return value.kind === 'opaque' && isPart(value.type, checker)
  }
  // The type says enough, except of parts of SQL.
  if (
    fields &&
    fields.size > 0 &&
    !checker.isArrayLikeType(type) &&
    !isPart(type, checker) &&
    ![...fields.values()].some(isPartField)
  )
    return opaque(node, run)
  return ofFunction(node, scope, run)
}

function ofFunction(node: ts.CallExpression, scope: Scope, run: Run): Value {
  const callee = node.expression
  const called =
    ts.isIdentifier(callee) || ts.isElementAccessExpression(callee) || ts.isPropertyAccessExpression(callee)
      ? valueAt(callee, scope, run)
      : null
  if (called?.kind !== 'function') return opaque(node, run)
  const args = node.arguments.map((argument) => () => valueAt(argument, scope, run))
  return resultOf(called, args, node, run) ?? opaque(node, run)
}

/** `sql(first, ...rest)` */
function helperOf(node: ts.CallExpression, scope: Scope, run: Run): Value {
  const [first, ...rest] = itemsOf(node.arguments, scope, run)
  if (!first) throw new Unresolved('an empty call of the connection')
  return { kind: 'builder', first, rest }
}

function methodOfConnection(node: ts.CallExpression, name: string, scope: Scope, run: Run): Value {
  const [first] = node.arguments
  if (name === 'json') return { kind: 'bound', parameter: { oid: 3802, canBeNull: false } }
  if (name === 'array') return { kind: 'bound', parameter: { oid: 0, canBeNull: false } }
  if (name !== 'unsafe' || !first) return opaque(node, run)
  const value = literalOf(valueAt(first, scope, run), run)
  if (value.kind !== 'constant')
    throw new Unresolved(`the text of ${node.getText().replace(/\s+/g, ' ').slice(0, 60)} is not known`)
  return { kind: 'fragment', pieces: [String(value.value)] }
}

/** Runs a function with the given arguments; null if it returns nothing that can be followed. */
function resultOf(
  { node, scope }: Extract<Value, { kind: 'function' }>,
  args: (() => Value)[],
  call: ts.Expression,
  run: Run,
): Value | null {
  const inner = new Map(scope)
  node.parameters.forEach((parameter, index) => {
    const given = args[index]
    const { initializer } = parameter
    if (parameter.dotDotDotToken)
      bind(parameter.name, () => ({ kind: 'list', items: args.slice(index).map((arg) => arg()) }), inner, run)
    else if (given) bind(parameter.name, () => orDefault(given(), initializer, inner, run), inner, run)
    else
      bind(
        parameter.name,
        () => (initializer ? valueAt(initializer, inner, run) : constant(undefined)),
        inner,
        run,
      )
  })
  if (node.modifiers?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword)) return opaque(call, run)
  if (!ts.isBlock(node.body)) return valueAt(node.body, inner, run)
  return returned(node.body.statements, inner, run)
}

const orDefault = (value: Value, initializer: ts.Expression | undefined, scope: Scope, run: Run) =>
  initializer && value.kind === 'constant' && value.value === undefined
    ? valueAt(initializer, scope, run)
    : value

/** Makes the names of a parameter or pattern stand for the value. */
function bind(name: ts.BindingName, value: () => Value, scope: Map<ts.Symbol, () => Value>, run: Run): void {
  if (ts.isIdentifier(name)) {
    const symbol = symbolOf(name, run.project.checker)
    if (symbol) scope.set(symbol, value)
    return
  }
  for (const element of name.elements) {
    if (ts.isOmittedExpression(element)) continue
    const shown = ts.isIdentifier(element.name) ? element.name : null
    if (shown) bind(shown, () => partOf(value(), element, shown, run), scope, run)
  }
}

/** Returns what the statements return. A branch that throws is not taken. */
function returned(statements: readonly ts.Statement[], scope: Scope, run: Run): Value | null {
  for (const statement of statements) {
    const value = ofStatement(statement, scope, run)
    if (value) return value
  }
  return null
}

function ofStatement(statement: ts.Statement, scope: Scope, run: Run): Value | null {
  if (ts.isReturnStatement(statement))
    return statement.expression ? valueAt(statement.expression, scope, run) : constant(undefined)
  if (ts.isBlock(statement)) return returned(statement.statements, scope, run)
  if (ts.isTryStatement(statement)) return returned(statement.tryBlock.statements, scope, run)
  if (ts.isSwitchStatement(statement)) return ofSwitch(statement, scope, run)
  if (!ts.isIfStatement(statement) || !hasReturn(statement)) return null
  if (!hasReturn(statement.thenStatement))
    return statement.elseStatement ? ofStatement(statement.elseStatement, scope, run) : null
  if (holds(statement.expression, scope, run)) return ofStatement(statement.thenStatement, scope, run)
  return statement.elseStatement ? ofStatement(statement.elseStatement, scope, run) : null
}

function hasReturn(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return true
  if (isCallable(node)) return false
  return ts.forEachChild(node, hasReturn) ?? false
}

function ofSwitch(statement: ts.SwitchStatement, scope: Scope, run: Run): Value | null {
  const subject = literalOf(valueAt(statement.expression, scope, run), run)
  const { clauses } = statement.caseBlock
  const found = clauses.findIndex((clause) => {
    if (!ts.isCaseClause(clause) || subject.kind !== 'constant') return false
    const value = valueAt(clause.expression, scope, run)
    return value.kind === 'constant' && value.value === subject.value
  })
  const start = found >= 0 ? found : clauses.findIndex(ts.isDefaultClause)
  if (subject.kind === 'constant')
    return start < 0
      ? null
      : returned(
          clauses.slice(start).flatMap((clause) => [...clause.statements]),
          scope,
          run,
        )
  const chosen = run.choose(`case ${statement.getSourceFile().fileName}:${statement.pos}`, numbersOf(clauses))
  return returned(
    clauses.slice(chosen).flatMap((clause) => [...clause.statements]),
    scope,
    run,
  )
}

/** A method of a list, of a text or of `Object`; null for any other. */
function methodOf(
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  scope: Scope,
  run: Run,
): Value | null {
  const name = callee.name.text
  const [first, second] = node.arguments
  if (callee.expression.getText() === 'Object' && first)
    return ofObject(name, valueAt(first, scope, run), node, run)
  const { checker } = run.project
  if (!checker.isArrayLikeType(checker.getTypeAtLocation(callee.expression))) return null
  const list = valueAt(callee.expression, scope, run)
  const items = list.kind === 'list' ? list.items : null
  if (name === 'join' && items && first) return joinedItems(items, valueAt(first, scope, run), node, run)
  if (/^(sort|toSorted|reverse|toReversed)$/.test(name)) return list
  if (!first || !/^(map|flatMap|filter|reduce|concat|slice|includes|at)$/.test(name)) return null
  if (name === 'concat')
    return { kind: 'list', items: [...(items ?? []), ...itemsOf(node.arguments, scope, run)] }
  if (name === 'filter') return items ? { kind: 'list', items: items.filter(isGiven) } : list
  if (name === 'slice') return list
  if (name === 'includes' || name === 'at') return opaque(node, run)
  const visit = valueAt(first, scope, run)
  if (visit.kind !== 'function') return null
  const each =
    items && items.length > 0 ? items : [itemOf(opaque(callee.expression, run), callee.expression, run)]
  const call = (...args: Value[]) =>
    resultOf(
      visit,
      args.map((arg) => () => arg),
      node,
      run,
    ) ?? constant(undefined)
  if (name === 'reduce')
    return second ? each.reduce((all, item) => call(all, item), valueAt(second, scope, run)) : null
  const results = each.map((item, index) => call(item, constant(index)))
  // Without parts of SQL, an unknown list stays one.
  if (!items && !results.some((one) => ['fragment', 'builder', 'list', 'object'].includes(one.kind)))
    return opaque(node, run)
  const flat =
    name === 'flatMap' ? results.flatMap((one) => (one.kind === 'list' ? one.items : [one])) : results
  return { kind: 'list', items: flat }
}

const isGiven = (value: Value) => value.kind !== 'constant' || (value.value ?? null) !== null

function joinedItems(items: Value[], separator: Value, node: ts.Expression, run: Run): Value {
  const texts = items.map((item) => literalOf(item, run))
  if (separator.kind !== 'constant' || !texts.every((text) => text.kind === 'constant'))
    return opaque(node, run)
  return constant(texts.map((text) => String(text.value)).join(String(separator.value)))
}

function ofObject(name: string, value: Value, node: ts.Expression, run: Run): Value | null {
  if (name === 'fromEntries') return fromEntries(value, run) ?? opaque(node, run)
  const fields = /^(keys|values|entries)$/.test(name) ? fieldsOf(value, run) : null
  if (!fields) return opaque(node, run)
  const items = [...fields].map(([key, field]): Value => {
    if (name === 'keys') return constant(key)
    return name === 'values' ? field() : { kind: 'list', items: [constant(key), field()] }
  })
  return { kind: 'list', items }
}

function fromEntries(value: Value, run: Run): Value | null {
  if (value.kind !== 'list') return null
  const fields = new Map<string, () => Value>()
  for (const item of value.items) {
    const [key, field] = item.kind === 'list' ? item.items : []
    const name = key && literalOf(key, run)
    if (name?.kind !== 'constant' || !field) return null
    fields.set(String(name.value), () => field)
  }
  return { kind: 'object', fields }
}

/** The function that a call names. */
export function calledBy(node: ts.CallExpression, checker: ts.TypeChecker): Callable | null {
  const declaration = declarationOf(
    ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression,
    checker,
  )
  if (!declaration) return null
  if (isCallable(declaration)) return declaration
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  return value && isCallable(value) ? value : null
}
