// Reads the titles of tests out of their files.
import ts from 'typescript';

const CALLS = /^(?:test|it|describe|eachEngine|onBothEngines)\b/;

/** Titles of all tests and groups in a file, fixed parts of templates included. */
export const titlesOf = (path: string, text: string): string[] =>
  titleNodesOf(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)).map((node) => node.text);

/** The literals that hold the titles; of a template, the part before its first placeholder. */
export function titleNodesOf(file: ts.SourceFile): (ts.StringLiteralLike | ts.TemplateHead)[] {
  const titles: (ts.StringLiteralLike | ts.TemplateHead)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && CALLS.test(node.expression.getText(file))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title);
      if (title && ts.isTemplateExpression(title)) titles.push(title.head);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}
