// Prints the texts that stand in scripts of pages, instead of in tables: literals with a word in them that become content of an element, or one of the
// attributes and properties that people read or hear. Usage: node words.js --keys=JSON FILE …, with the keys of the tables, which properties may name.
const { readFileSync } = require("fs");
const ts = require("typescript");

const READ = /^(aria-label|aria-description|aria-valuetext|title|alt|placeholder|label|heading|detail|badge|more|less|leave|textContent|innerText|ariaLabel)$/;
// What is the same in every language.
const NAMES = /Fieldhouse|https/g;
const keys = new Set(JSON.parse(process.argv[2].slice("--keys=".length)));
const isWord = text => /\p{L}{2}/u.test(text.replace(NAMES, ""));
const nameOf = node => ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : "";

// The literals that a value may be, without those that a call in it is given.
function literals(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return isWord(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) return isWord([node.head, ...node.templateSpans.map(span => span.literal)].map(part => part.text).join("\0")) ? [node] : [];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literals);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literals);
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken.kind;
    if (sign === ts.SyntaxKind.PlusToken) return [node.left, node.right].flatMap(literals);
    if ([ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(sign)) return [node.left, node.right].flatMap(literals);
    if (sign === ts.SyntaxKind.AmpersandAmpersandToken) return literals(node.right);
  }
  return [];
}

function shown(node) {
  if (ts.isCallExpression(node)) {
    const first = { element: 2, replace: 1, announce: 0, append: 0, prepend: 0, replaceChildren: 0, confirm: 0, alert: 0 }[nameOf(node.expression)];
    return first === undefined || (nameOf(node.expression) === "replace" && ts.isPropertyAccessExpression(node.expression) && !/^(app|page)$/.test(nameOf(node.expression.expression)))
      ? [] : node.arguments.slice(first).flatMap(literals);
  }
  if (ts.isPropertyAssignment(node) && READ.test(node.name.text ?? "")) return literals(node.initializer).filter(found => !keys.has(found.text));
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && READ.test(nameOf(node.left))) return literals(node.right);
  return [];
}

for (const file of process.argv.slice(3)) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const walk = node => {
    for (const found of shown(node)) console.log(`${file}:${source.getLineAndCharacterOfPosition(found.getStart()).line + 1}: ${found.getText()}`);
    ts.forEachChild(node, walk);
  };
  walk(source);
}
