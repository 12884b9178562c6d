import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../prepare/root.mjs'

const REPLACED_OPERATORS = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '*': '/',
  '-': '+',
}
const LOGICAL = ['&&', '||', '??']

/** Chained calls that filter, lock or validate. Without them, the chain still runs. */
const REMOVABLE_CALLS =
  /^(where|whereRef|having|forUpdate|forNoKeyUpdate|forShare|skipLocked|orderBy|limit|distinct|onConflict|min|max|length|trim|int|positive|nonnegative|strict|refine|regex|filter|toLowerCase)$/

const SQL_CHANGES = [
  [/^[ \t]*(and|or) .*$/gm, () => ''],
  [/ (and|or) [^\n`$()]+(?=\n|`|$)/g, () => ''],
  [/\bfor (no key )?(update|share)( of \w+)?( skip locked| nowait)?/g, () => ''],
  [/ skip locked/g, () => ''],
  [/ (<=|>=|<|>) /g, (found) => ` ${REPLACED_OPERATORS[found.trim()]} `],
  [/ is (not )?null/g, (found) => (found === ' is null' ? ' is not null' : ' is null')],
  [/\b(greatest|least)\(/g, (found) => (found === 'least(' ? 'greatest(' : 'least(')],
]

/** Effects that tests cannot observe, such as log lines, poll intervals and batch sizes. */
const NOT_OBSERVED = /\blog(ger)?\b|\bconsole\b|\.unref\(|\bthrow\b/
const TUNING = /_MS$|_EVERY|BATCH|AT_ONCE|_BYTES$/

/**
 * Returns every mutant of a file. `key` identifies it by the text of the change, so that the key stays the same
 * when lines move. `code` is the whole mutated source. `functionName` is the innermost named function around the
 * change, undefined if there is none. Sorting by `sortKey`, a hash, mixes the mutants.
 */
export function createMutants(file) {
  const code = readFileSync(path.join(root, file), 'utf8')
  const source = parse(file, code)
  const changes = new Map()
  visit(source, (start, end, text) => {
    if (code.slice(start, end) !== text) changes.set(`${start} ${end} ${text}`, [start, end, text])
  })
  const seen = new Map()
  return [...changes.values()]
    .toSorted(([one], [other]) => one - other)
    .map(([start, end, text]) => {
      const mutated = code.slice(0, start) + text + code.slice(end)
      const described = describeChange(code, start, end, text)
      const count = (seen.get(described) ?? 0) + 1
      seen.set(described, count)
      const key = `${file}: ${described}${count > 1 ? ` (${count})` : ''}`
      const line = code.slice(0, start).split('\n').length
      const functionName = findFunctionName(source, start, end)
      return { key, file, line, functionName, code: mutated, sortKey: sha256(key) }
    })
}

/** False for a mutant with a syntax error, such as `a ?? b && c`. */
export function isValid({ file, code }) {
  return parse(file, code).parseDiagnostics.length === 0
}

function parse(file, code) {
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
}

function findFunctionName(node, start, end, name) {
  const child = ts.forEachChild(node, (one) =>
    one.getFullStart() <= start && one.getEnd() >= end ? one : undefined,
  )
  if (!child) return name
  const { parent } = child
  const named =
    child.name ?? (/^(Variable|Property)/.test(ts.SyntaxKind[parent.kind]) && parent.name)
  const own = ts.isFunctionLike(child) && named ? named.getText() : name
  return findFunctionName(child, start, end, own)
}

/** Returns `before → after` of the changed lines, each side on one line and cut to 300 characters. */
function describeChange(code, start, end, text) {
  const from = code.lastIndexOf('\n', start - 1) + 1
  const lineEnd = code.indexOf('\n', end)
  const to = lineEnd === -1 ? code.length : lineEnd
  const flat = (lines) => lines.replace(/\s+/g, ' ').trim().slice(0, 300)
  const after = code.slice(from, start) + text + code.slice(end, to)
  return `${flat(code.slice(from, to))} → ${flat(after)}`
}

function visit(node, change) {
  const replace = (target, text) => change(target.getStart(), target.getEnd(), text)
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node)) return
  if (ts.isVariableDeclaration(node) && TUNING.test(node.name.getText())) return
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    const operator = operatorToken.getText()
    if (LOGICAL.includes(operator)) {
      replace(node, left.getText())
      replace(node, right.getText())
    } else if (REPLACED_OPERATORS[operator] && !isNegationCovered(node)) {
      replace(operatorToken, REPLACED_OPERATORS[operator])
    }
  } else if (ts.isIfStatement(node)) {
    replace(node.expression, 'true')
    replace(node.expression, 'false')
  } else if (ts.isConditionalExpression(node)) {
    replace(node, node.whenTrue.getText())
    replace(node, node.whenFalse.getText())
  } else if (ts.isPrefixUnaryExpression(node) && node.getText().startsWith('!')) {
    replace(node, node.operand.getText())
  } else if (ts.isExpressionStatement(node)) {
    if (NOT_OBSERVED.test(node.getText())) return
    if (ts.isCallExpression(node.expression) || ts.isAwaitExpression(node.expression)) {
      replace(node, ';')
    }
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    if (REMOVABLE_CALLS.test(name.getText()) && !/^(Math|z)$/.test(expression.getText())) {
      change(expression.getEnd(), node.getEnd(), '')
    }
  } else if (ts.isNumericLiteral(node)) replace(node, String(Number(node.text) + 1))
  else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false')
  else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true')
  else if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText())) {
    findSqlChanges(node.template.getText(), node.template.getStart(), change)
  }
  node.forEachChild((child) => visit(child, change))
}

/** True if a negated comparison tests nothing new: `if (a === b)` also becomes `if (true)` and `if (false)`. */
function isNegationCovered(node) {
  const { operatorToken, parent } = node
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  return isCondition && /==/.test(operatorToken.getText())
}

/** Calls `change` for each change that a pattern of `SQL_CHANGES` finds in a SQL text. */
function findSqlChanges(text, offset, change) {
  for (const [pattern, replacement] of SQL_CHANGES) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (isBalanced(found))
        change(offset + index, offset + index + found.length, replacement(found))
    }
  }
}

/** Returns whether the backticks, parentheses and braces in a text are balanced. */
function isBalanced(text) {
  const count = (character) => text.split(character).length - 1
  return count('`') % 2 === 0 && count('(') === count(')') && count('{') === count('}')
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex')
}
