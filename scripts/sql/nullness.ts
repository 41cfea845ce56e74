import { isNode, nodeIn, nodesIn, numberIn, setIn, type TreeNode } from './nodeTree.ts'
import { notNullIf, notNullUnless, type Proven, provenBy, provenIn } from './proven.ts'

// Decides from PostgreSQL's analysis of a statement which of its columns can be null.

export type Nullness = 'never' | 'maybe' | 'unknown'

export interface Catalog {
  /** Name of a function by its oid, and whether it returns null for a null. */
  functions: Map<number, { name: string; isStrict: boolean }>
  operators: Map<number, string>
  /** `<oid of the table> <number of the column>` of columns that cannot be null. */
  notNull: Set<string>
  /** Analysed query of each view. */
  views: Map<number, TreeNode>
}

/** A query and those around it. */
interface Level {
  query: TreeNode
  outer: Level | null
  proven: Proven
}

export interface Question {
  catalog: Catalog
  /** Whether each `$n` can be null. */
  parameters: boolean[]
  /** Queries that are being looked at, against endless recursion. */
  open: Set<TreeNode>
  /** False leaves out what conditions prove: a type that several queries share may be wider than one of them needs. */
  usesConditions: boolean
}

const select = 1
const anyGroup = new Set(['count', 'regr_count'])
const withNulls = new Set(['array_agg', 'jsonb_agg', 'json_agg', 'jsonb_object_agg', 'json_object_agg'])
const ofArguments = new Set(['sum', 'min', 'max', 'avg', 'string_agg', 'bool_and', 'bool_or', 'every'])
const always = new Set(
  (
    'now clock_timestamp statement_timestamp transaction_timestamp gen_random_uuid uuidv7 random concat jsonb_build_object ' +
    'jsonb_build_array json_build_object row_number rank dense_rank ntile pg_is_in_recovery txid_current nextval'
  ).split(' '),
)
/** Functions that return null only for a null. */
const total = new Set(
  (
    'lower upper btrim ltrim rtrim length char_length octet_length abs round ceil ceiling floor trunc date_trunc timezone ' +
    'to_char md5 replace left right substr concat_ws date_part extract cardinality make_interval make_date to_jsonb to_json ' +
    'row_to_json hashtextextended mod power sqrt jsonb_strip_nulls translate initcap lpad rpad repeat sha256 encode ' +
    'pg_size_pretty age isfinite date_bin'
  ).split(' '),
)
const partial = new Set(['->', '->>', '#>', '#>>', '@?', '@@'])

export function nullnessOf(query: TreeNode, question: Question): Nullness[] {
  return columnsOf(levelOf(query, null), question)
}

const levelOf = (query: TreeNode, outer: Level | null): Level => ({ query, outer, proven: provenIn(query) })

function columnsOf(level: Level, question: Question): Nullness[] {
  const { query } = level
  if (question.open.has(query)) return []
  question.open.add(query)
  try {
    const setOperation = nodeIn(query, 'setOperations')
    const list = numberIn(query, 'commandType') === select ? 'targetList' : 'returningList'
    const targets = nodesIn(query, list).filter((target) => target.fields.get('resjunk') !== 'true')
    if (!setOperation) return targets.map((target) => ofExpression(nodeIn(target, 'expr'), level, question))
    const leaves = leavesOf(setOperation).map((index) => ofSubquery(tableAt(level, index), level, question))
    return targets.map((_, index) => worst(leaves.map((leaf) => leaf[index] ?? 'never')))
  } finally {
    question.open.delete(query)
  }
}

function leavesOf(node: TreeNode): number[] {
  if (node.type === 'RANGETBLREF') return [numberIn(node, 'rtindex')]
  return ['larg', 'rarg'].flatMap((side) => {
    const child = nodeIn(node, side)
    return child ? leavesOf(child) : []
  })
}

const tableAt = ({ query }: Level, index: number) => nodesIn(query, 'rtable')[index - 1] ?? null

function ofSubquery(table: TreeNode | null, level: Level, question: Question): Nullness[] {
  const subquery = table && nodeIn(table, 'subquery')
  return subquery ? columnsOf(levelOf(subquery, level), question) : []
}

export function worst(all: Nullness[]): Nullness {
  if (all.includes('maybe')) return 'maybe'
  return all.includes('unknown') ? 'unknown' : 'never'
}

/** Never null if one of them never is. */
function best(all: Nullness[]): Nullness {
  if (all.includes('never')) return 'never'
  return all.every((one) => one === 'maybe') ? 'maybe' : 'unknown'
}

function ofExpression(node: TreeNode | null, level: Level, question: Question): Nullness {
  if (!node) return 'maybe'
  const of = (child: TreeNode | null) => ofExpression(child, level, question)
  switch (node.type) {
    case 'CONST':
      return node.fields.get('constisnull') === 'true' ? 'maybe' : 'never'
    case 'VAR':
      return ofVariable(node, level, question)
    case 'PARAM':
      return (question.parameters[numberIn(node, 'paramid') - 1] ?? true) ? 'maybe' : 'never'
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ROWEXPR':
    case 'ARRAYEXPR':
    case 'SQLVALUEFUNCTION':
      return 'never'
    case 'NULLIFEXPR':
      return 'maybe'
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
    case 'ARRAYCOERCEEXPR':
    case 'COERCETODOMAIN':
    case 'COLLATEEXPR':
      return of(nodeIn(node, 'arg'))
    case 'COALESCE':
    case 'COALESCEEXPR':
    case 'MINMAX':
    case 'MINMAXEXPR':
      return best(nodesIn(node, 'args').map(of))
    case 'CASE':
    case 'CASEEXPR':
      return ofCase(node, level, question)
    case 'BOOLEXPR':
      return worst(nodesIn(node, 'args').map(of)) === 'never' ? 'never' : 'unknown'
    case 'AGGREF':
      return ofAggregate(node, level, question)
    case 'SUBLINK':
      return ofSublink(node, level, question)
    default:
      return ofCall(node, level, question)
  }
}

/** Each result can rely on its condition, and on the conditions before it, which were false. */
function ofCase(node: TreeNode, level: Level, question: Question): Nullness {
  const isSimple = nodeIn(node, 'arg') !== null
  let known = level
  const results = nodesIn(node, 'args').map((when) => {
    const condition = isSimple ? null : nodeIn(when, 'expr')
    const result = ofExpression(
      nodeIn(when, 'result'),
      condition ? withProven(known, notNullIf(condition)) : known,
      question,
    )
    if (condition) known = withProven(known, notNullUnless(condition))
    return result
  })
  return worst([...results, ofExpression(nodeIn(node, 'defresult'), known, question)])
}

const withProven = (level: Level, variables: TreeNode[]): Level =>
  variables.length === 0 ? level : { ...level, proven: provenBy(variables, level.query, level.proven) }

function ofVariable(node: TreeNode, from: Level, question: Question): Nullness {
  let level = from
  for (let up = numberIn(node, 'varlevelsup'); up > 0 && level.outer; up -= 1) level = level.outer
  const index = numberIn(node, 'varno')
  const column = numberIn(node, 'varattno')
  const { columns, joins } = level.proven
  if (question.usesConditions && columns.has(`${index} ${column}`)) return 'never'
  if (setIn(node, 'varnullingrels').some((join) => !question.usesConditions || !joins.has(join)))
    return 'maybe'
  const table = tableAt(level, index)
  return table ? ofColumn(table, column, level, question) : 'unknown'
}

/** A column of an entry of FROM. The numbers of the kinds are those of PostgreSQL's RTEKind. */
function ofColumn(table: TreeNode, column: number, level: Level, question: Question): Nullness {
  const { catalog } = question
  const list = (name: string) => nodesIn(table, name)[column - 1] ?? null
  switch (numberIn(table, 'rtekind')) {
    case 0: {
      const oid = numberIn(table, 'relid')
      const view = catalog.views.get(oid)
      if (!view && table.fields.get('relkind') === 'v') return 'unknown'
      if (view) return columnsOf(levelOf(view, null), question)[column - 1] ?? 'unknown'
      return column <= 0 || catalog.notNull.has(`${oid} ${column}`) ? 'never' : 'maybe'
    }
    case 1:
      return ofSubquery(table, level, question)[column - 1] ?? 'never'
    case 2:
      return ofExpression(list('joinaliasvars'), level, question)
    case 5: {
      const rows = table.fields.get('values_lists')
      const cells = (Array.isArray(rows) ? rows : []).map((row) =>
        Array.isArray(row) ? row[column - 1] : null,
      )
      return worst(cells.map((cell) => ofExpression(isNode(cell) ? cell : null, level, question)))
    }
    case 6:
      return ofCommonTable(table, level, question)[column - 1] ?? 'never'
    case 9:
      return ofExpression(list('groupexprs'), level, question)
    default:
      return 'unknown'
  }
}

function ofCommonTable(table: TreeNode, from: Level, question: Question): Nullness[] {
  let level = from
  for (let up = numberIn(table, 'ctelevelsup'); up > 0 && level.outer; up -= 1) level = level.outer
  const name = table.fields.get('ctename')
  const found = nodesIn(level.query, 'cteList').find((one) => one.fields.get('ctename') === name)
  const query = found && nodeIn(found, 'ctequery')
  return query ? columnsOf(levelOf(query, level), question) : []
}

function ofAggregate(node: TreeNode, level: Level, question: Question): Nullness {
  const name = question.catalog.functions.get(numberIn(node, 'aggfnoid'))?.name ?? ''
  if (anyGroup.has(name)) return 'never'
  const isGrouped = nodesIn(level.query, 'groupClause').length > 0
  if (!isGrouped || nodeIn(node, 'aggfilter')) return 'maybe'
  if (withNulls.has(name)) return 'never'
  if (!ofArguments.has(name)) return 'unknown'
  return worst(nodesIn(node, 'args').map((arg) => ofExpression(nodeIn(arg, 'expr'), level, question)))
}

/** The numbers are those of PostgreSQL's SubLinkType. */
function ofSublink(node: TreeNode, level: Level, question: Question): Nullness {
  const kind = numberIn(node, 'subLinkType')
  if (kind === 0 || kind === 6) return 'never'
  const query = nodeIn(node, 'subselect')
  if (kind !== 4 || !query) return 'unknown'
  const [column = 'unknown'] = columnsOf(levelOf(query, level), question)
  const hasOneRow =
    (query.fields.get('hasAggs') === 'true' || nodesIn(query, 'rtable').length === 0) &&
    nodesIn(query, 'groupClause').length === 0 &&
    !nodeIn(query, 'havingQual') &&
    !nodeIn(query, 'limitOffset')
  return hasOneRow ? column : 'maybe'
}

function ofCall(node: TreeNode, level: Level, question: Question): Nullness {
  const { functions, operators } = question.catalog
  const args = worst(nodesIn(node, 'args').map((arg) => ofExpression(arg, level, question)))
  if (node.type === 'WINDOWFUNC') {
    const name = functions.get(numberIn(node, 'winfnoid'))?.name ?? ''
    return always.has(name) || anyGroup.has(name) ? 'never' : 'unknown'
  }
  if (node.type === 'OPEXPR' || node.type === 'SCALARARRAYOPEXPR') {
    if (args !== 'never') return args
    return partial.has(operators.get(numberIn(node, 'opno')) ?? '') ? 'unknown' : 'never'
  }
  if (node.type !== 'FUNCEXPR') return node.type === 'JSONCONSTRUCTOREXPR' ? 'never' : 'unknown'
  const called = functions.get(numberIn(node, 'funcid'))
  if (!called) return 'unknown'
  if (always.has(called.name)) return 'never'
  if (args === 'maybe') return called.isStrict ? 'maybe' : 'unknown'
  // 1 and 2 are casts.
  const isCast = numberIn(node, 'funcformat') === 1 || numberIn(node, 'funcformat') === 2
  return isCast || total.has(called.name) ? args : 'unknown'
}
