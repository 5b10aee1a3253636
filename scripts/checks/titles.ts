// Reads the titles of tests out of their files.
import ts from 'typescript';

const CALLS = /^(?:test|it|describe)\b/;

/** Titles of all tests and groups in a file, fixed parts of templates included. */
export function titlesOf(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && CALLS.test(node.expression.getText(file))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
      if (title && ts.isTemplateExpression(title)) titles.push(title.head.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}
