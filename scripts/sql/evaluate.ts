import ts from 'typescript'
import { parameterOf, written } from './helpers.ts'
import { declarationOf, isPart, isTemplate, membersOf, symbolOf } from './project.ts'
import {
  fieldOf,
  fieldsOf,
  isCallable,
  itemOf,
  keyAt,
  literalOf,
  numbersOf,
  opaque,
  type Run,
} from './run.ts'
import { constant, type Piece, type Scope, Unresolved, type Value } from './values.ts'

// Works out the text of a template without running the code: it follows constants, functions and branches. Each question
// that the code does not answer, such as `asked.year === undefined`, is put to `choose`.

const depthMax = 60
const yesOrNo = ['yes', 'no']

export function piecesOf(node: ts.TaggedTemplateExpression, scope: Scope, run: Run): Piece[] {
  run.used.add(node)
  const { template } = node
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text]
  const pieces: Piece[] = [template.head.text]
  for (const span of template.templateSpans) {
    pieces.push(...spanOf(span.expression, textOf(pieces), scope, run), span.literal.text)
  }
  return pieces
}

const textOf = (pieces: Piece[]): string =>
  pieces.reduce<string>((text, piece) => text + (typeof piece === 'string' ? piece : '$1'), '')

/** Returns what postgres.js puts into the statement for `${node}` after the text `before`. */
function spanOf(node: ts.Expression, before: string, scope: Scope, run: Run): Piece[] {
  const { checker } = run.project
  const type = checker.getTypeAtLocation(node)
  const plain = (): Piece[] => [parameterOf({ kind: 'opaque', type, key: '', node }, run)]
  if (!isPart(type, checker)) return plain()
  const value = valueAt(node, scope, run)
  return written(value, before, run)
}

export function valueAt(node: ts.Expression, scope: Scope, run: Run): Value {
  if (run.depth > depthMax) throw new Unresolved('it calls itself')
  run.depth += 1
  try {
    return valueOfNode(node, scope, run)
  } finally {
    run.depth -= 1
  }
}

function valueOfNode(node: ts.Expression, scope: Scope, run: Run): Value {
  const { checker } = run.project
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return valueAt(node.expression, scope, run)
  if (ts.isNonNullExpression(node)) return valueAt(node.expression, scope, run)
  if (isTemplate(node, checker)) return { kind: 'fragment', pieces: piecesOf(node, scope, run) }
  if (ts.isStringLiteralLike(node)) return constant(node.text)
  if (ts.isNumericLiteral(node)) return constant(Number(node.text))
  if (node.kind === ts.SyntaxKind.TrueKeyword) return constant(true)
  if (node.kind === ts.SyntaxKind.FalseKeyword) return constant(false)
  if (node.kind === ts.SyntaxKind.NullKeyword) return constant(null)
  if (ts.isTemplateExpression(node)) return joined(node, scope, run)
  if (ts.isConditionalExpression(node))
    return valueAt(holds(node.condition, scope, run) ? node.whenTrue : node.whenFalse, scope, run)
  if (ts.isBinaryExpression(node)) return ofOperator(node, scope, run)
  if (ts.isIdentifier(node)) return ofName(node, scope, run)
  if (ts.isPropertyAccessExpression(node))
    return fieldOf(valueAt(node.expression, scope, run), node.name.text, node, run)
  if (ts.isElementAccessExpression(node)) return elementOf(node, scope, run)
  if (ts.isCallExpression(node)) return run.callOf(node, scope, run)
  if (ts.isArrayLiteralExpression(node)) return { kind: 'list', items: itemsOf(node.elements, scope, run) }
  if (ts.isObjectLiteralExpression(node)) return objectOf(node, scope, run)
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { kind: 'function', node, scope }
  return opaque(node, run)
}

function joined(node: ts.TemplateExpression, scope: Scope, run: Run): Value {
  let text = node.head.text
  for (const { expression, literal } of node.templateSpans) {
    const value = literalOf(valueAt(expression, scope, run), run)
    if (value.kind !== 'constant') return opaque(node, run)
    text += `${value.value}${literal.text}`
  }
  return constant(text)
}

function ofOperator(node: ts.BinaryExpression, scope: Scope, run: Run): Value {
  const kind = node.operatorToken.kind
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return holds(node.left, scope, run) ? valueAt(node.right, scope, run) : constant(undefined)
  if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken) {
    const left = valueAt(node.left, scope, run)
    if (left.kind === 'constant')
      return (left.value ?? false) === false ? valueAt(node.right, scope, run) : left
    return left.kind === 'opaque' ? opaque(node, run) : left
  }
  return opaque(node, run)
}

/** Returns whether a condition is true, as the code says or as `choose` decides. */
export function holds(node: ts.Expression, scope: Scope, run: Run): boolean {
  if (ts.isParenthesizedExpression(node)) return holds(node.expression, scope, run)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return !holds(node.operand, scope, run)
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return holds(node.left, scope, run) && holds(node.right, scope, run)
    if (kind === ts.SyntaxKind.BarBarToken)
      return holds(node.left, scope, run) || holds(node.right, scope, run)
    if (kind === ts.SyntaxKind.EqualsEqualsEqualsToken) return isEqual(node, scope, run)
    if (kind === ts.SyntaxKind.ExclamationEqualsEqualsToken) return !isEqual(node, scope, run)
    if (kind === ts.SyntaxKind.GreaterThanToken) return isGreater(node, scope, run)
    return choice(node.getText(), node, run)
  }
  const first = known(node, scope, run)
  const value = first && literalOf(first, run)
  if (value?.kind === 'constant') return Boolean(value.value)
  if (value?.kind !== 'opaque') return value !== null || choice(node.getText(), node, run)
  return run.choose(`is ${value.key}`, yesOrNo) === 0
}

function isGreater(node: ts.BinaryExpression, scope: Scope, run: Run): boolean {
  const [left, right] = [known(node.left, scope, run), known(node.right, scope, run)]
  if (left?.kind !== 'constant' || right?.kind !== 'constant') return choice(node.getText(), node, run)
  return Number(left.value) > Number(right.value)
}

function isEqual(node: ts.BinaryExpression, scope: Scope, run: Run): boolean {
  const right = known(node.right, scope, run)
  const first = known(node.left, scope, run)
  if (right?.kind !== 'constant' || !first) return choice(node.getText(), node, run)
  const left = literalOf(first, run)
  if (left.kind === 'constant') return left.value === right.value
  if (right.value === undefined || right.value === null)
    return left.kind === 'opaque' ? run.choose(`is ${left.key}`, yesOrNo) === 1 : false
  return choice(`${left.kind === 'opaque' ? left.key : ''}=${right.value}`, node, run)
}

/** Null if the value cannot be followed. */
function known(node: ts.Expression, scope: Scope, run: Run): Value | null {
  try {
    return valueAt(node, scope, run)
  } catch (error) {
    if (error instanceof Unresolved) return null
    throw error
  }
}

const choice = (key: string, node: ts.Node, run: Run) =>
  run.choose(`${key} in ${node.getSourceFile().fileName}`, yesOrNo) === 0

function ofName(node: ts.Identifier, scope: Scope, run: Run): Value {
  if (node.text === 'undefined') return constant(undefined)
  const symbol = symbolOf(node, run.project.checker)
  const bound = symbol && scope.get(symbol)
  if (bound) return bound()
  const declaration = declarationOf(node, run.project.checker)
  return declaration ? ofDeclaration(declaration, node, scope, run) : opaque(node, run)
}

function ofDeclaration(declaration: ts.Declaration, node: ts.Identifier, scope: Scope, run: Run): Value {
  if (isCallable(declaration)) return { kind: 'function', node: declaration, scope }
  const key = `${keyAt(declaration)}`
  if (declaration.getSourceFile().isDeclarationFile) return opaque(node, run, key)
  if (ts.isVariableDeclaration(declaration)) {
    const loop = declaration.parent.parent
    if (ts.isForOfStatement(loop)) return oneOf(valueAt(loop.expression, scope, run), node, key, run)
    if (!declaration.initializer || !(declaration.parent.flags & ts.NodeFlags.Const))
      return opaque(node, run, key)
    const value = valueAt(declaration.initializer, scope, run)
    return value.kind === 'opaque' ? opaque(node, run, key) : withPushed(value, declaration, scope, run)
  }
  if (ts.isBindingElement(declaration)) return ofBinding(declaration, node, scope, run)
  if (ts.isParameter(declaration)) return ofParameter(declaration, node, key, scope, run)
  return opaque(node, run, key)
}

/** One item of a list that a loop walks through. */
export function oneOf(list: Value, node: ts.Expression, key: string, run: Run): Value {
  if (list.kind !== 'list' || list.items.length === 0) return opaque(node, run, key)
  return list.items[run.choose(`item ${key}`, numbersOf(list.items))] ?? opaque(node, run, key)
}

/** Adds what `list.push(…)` appends under conditions. */
function withPushed(value: Value, declaration: ts.VariableDeclaration, scope: Scope, run: Run): Value {
  if (value.kind !== 'list' || !ts.isIdentifier(declaration.name)) return value
  const symbol = symbolOf(declaration.name, run.project.checker)
  const items = [...value.items]
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'push' &&
      ts.isIdentifier(node.expression.expression) &&
      symbolOf(node.expression.expression, run.project.checker) === symbol
    )
      items.push(...itemsOf(node.arguments, scope, run))
    ts.forEachChild(node, visit)
  }
  visit(declaration.parent.parent.parent)
  return { kind: 'list', items }
}

/** The part of a value that a pattern such as `{ a, b: [c] }` names. */
function ofBinding(element: ts.BindingElement, node: ts.Identifier, scope: Scope, run: Run): Value {
  const whole = element.parent.parent
  const from = (): Value => {
    if (ts.isBindingElement(whole)) return ofBinding(whole, node, scope, run)
    if (ts.isParameter(whole)) return ofParameter(whole, node, keyAt(whole), scope, run)
    const loop = whole.parent.parent
    if (ts.isForOfStatement(loop)) return oneOf(valueAt(loop.expression, scope, run), node, keyAt(whole), run)
    return whole.initializer ? valueAt(whole.initializer, scope, run) : opaque(node, run)
  }
  return partOf(from(), element, node, run)
}

export function partOf(whole: Value, element: ts.BindingElement, node: ts.Expression, run: Run): Value {
  const part = ((): Value => {
    if (element.dotDotDotToken) return restOf(whole, element, node, run)
    if (ts.isArrayBindingPattern(element.parent)) {
      const index = element.parent.elements.indexOf(element)
      if (whole.kind === 'list') return whole.items[index] ?? constant(undefined)
      return opaque(node, run, whole.kind === 'opaque' ? `${whole.key}.${index}` : keyAt(element))
    }
    return fieldOf(whole, (element.propertyName ?? element.name).getText(), node, run)
  })()
  const isMissing = part.kind === 'constant' && part.value === undefined
  if (!isMissing || !element.initializer) return part
  return ts.isStringLiteralLike(element.initializer) ? constant(element.initializer.text) : opaque(node, run)
}

/** `...rest` of a pattern. */
function restOf(whole: Value, element: ts.BindingElement, node: ts.Expression, run: Run): Value {
  if (whole.kind === 'list')
    return { kind: 'list', items: whole.items.slice(element.parent.elements.length - 1) }
  const fields = ts.isObjectBindingPattern(element.parent) ? fieldsOf(whole, run) : null
  if (!fields) return opaque(node, run, keyAt(element))
  const named = element.parent.elements.map((one) =>
    ts.isBindingElement(one) ? (one.propertyName ?? one.name).getText() : '',
  )
  return { kind: 'object', fields: new Map([...fields].filter(([name]) => !named.includes(name))) }
}

/** A parameter of a function from which the search began: if it is a part of SQL, its callers say what it is. */
function ofParameter(
  parameter: ts.ParameterDeclaration,
  node: ts.Expression,
  key: string,
  scope: Scope,
  run: Run,
): Value {
  const { checker } = run.project
  const type = checker.getTypeAtLocation(parameter.name)
  const isText =
    membersOf(type).some((one) => one.flags & ts.TypeFlags.String) || checker.isArrayLikeType(type)
  const calls =
    isPart(type, checker) || isText || ts.isObjectBindingPattern(parameter.name)
      ? run.callsOf(parameter.parent)
      : []
  if (calls.length === 0) return opaque(node, run, key)
  const index = parameter.parent.parameters.indexOf(parameter)
  const call = calls[run.choose(`call ${keyAt(parameter.parent)}`, numbersOf(calls))]
  const argument = call?.arguments[index]
  if (argument) {
    const value = valueAt(argument, scope, run)
    return value.kind === 'opaque' && !ts.isObjectBindingPattern(parameter.name)
      ? opaque(node, run, key)
      : value
  }
  return parameter.initializer ? valueAt(parameter.initializer, scope, run) : constant(undefined)
}

function elementOf(node: ts.ElementAccessExpression, scope: Scope, run: Run): Value {
  const whole = valueAt(node.expression, scope, run)
  const index = literalOf(valueAt(node.argumentExpression, scope, run), run)
  if (index.kind === 'constant' && whole.kind === 'object')
    return fieldOf(whole, String(index.value), node, run)
  if (index.kind === 'constant' && whole.kind === 'list')
    return whole.items[Number(index.value)] ?? constant(undefined)
  if (whole.kind !== 'object' || whole.fields.size === 0) return opaque(node, run)
  const fields = [...whole.fields.values()]
  return fields[run.choose(`field ${keyAt(node)}`, numbersOf(fields))]?.() ?? opaque(node, run)
}

export function itemsOf(nodes: readonly ts.Expression[], scope: Scope, run: Run): Value[] {
  return nodes.flatMap((node) => {
    if (!ts.isSpreadElement(node)) return [valueAt(node, scope, run)]
    const value = valueAt(node.expression, scope, run)
    if (value.kind === 'list') return value.items
    // One item stands for all of an unknown list.
    return value.kind === 'opaque' ? [itemOf(value, node.expression, run)] : []
  })
}

function objectOf(node: ts.ObjectLiteralExpression, scope: Scope, run: Run): Value {
  const fields = new Map<string, () => Value>()
  for (const property of node.properties) {
    const name = property.name && (ts.isComputedPropertyName(property.name) ? null : property.name.text)
    if (ts.isPropertyAssignment(property) && typeof name === 'string')
      fields.set(name, () => valueAt(property.initializer, scope, run))
    else if (ts.isPropertyAssignment(property) && ts.isComputedPropertyName(property.name)) {
      const key = literalOf(valueAt(property.name.expression, scope, run), run)
      if (key.kind !== 'constant') return opaque(node, run)
      fields.set(String(key.value), () => valueAt(property.initializer, scope, run))
    } else if (ts.isShorthandPropertyAssignment(property))
      fields.set(property.name.text, () => ofName(property.name, scope, run))
    else if (ts.isMethodDeclaration(property) && isCallable(property) && typeof name === 'string')
      fields.set(name, () => ({ kind: 'function', node: property, scope }))
    else if (ts.isSpreadAssignment(property)) {
      const spread = fieldsOf(valueAt(property.expression, scope, run), run)
      if (!spread) return opaque(node, run)
      for (const [key, value] of spread) fields.set(key, value)
    }
  }
  return { kind: 'object', fields }
}
