// Code as the rules read it: parsed by the compiler's own parser, with flat lists of nodes and
// comments. The parser is an unstable interface of the compiler: package.json pins the exact
// version.
import {
  isNoSubstitutionTemplateLiteral,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateHead,
  isTemplateMiddleOrTail,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";
import { createVirtualFileSystem } from "typescript/unstable/fs";
import { API } from "typescript/unstable/sync";

/** A comment with its marks, and the positions of its start and end. */
type Comment = { readonly text: string; readonly start: number; readonly end: number };

/** A parsed file: every node, parents before children, and every comment in order of the text. */
export type Code = {
  readonly ast: SourceFile;
  readonly nodes: readonly Node[];
  readonly comments: readonly Comment[];
};

const codePath = /\.[cm]?[jt]s$/;

function isLiteralText(node: Node): boolean {
  return (
    isStringLiteral(node) ||
    isNoSubstitutionTemplateLiteral(node) ||
    isTemplateHead(node) ||
    isTemplateMiddleOrTail(node) ||
    isRegularExpressionLiteral(node)
  );
}

/** With the literals blanked, everything that looks like a comment is one. */
function listComments(text: string, nodes: readonly Node[]): Comment[] {
  const pieces: string[] = [];
  let done = 0;
  for (const node of nodes.filter(isLiteralText).sort((one, two) => one.pos - two.pos)) {
    const start = node.getStart();
    pieces.push(text.slice(done, start), " ".repeat(node.end - start));
    done = node.end;
  }
  const blanked = pieces.join("") + text.slice(done);
  return [...blanked.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map((found) => {
    const end = found.index + found[0].length;
    return { text: text.slice(found.index, end), start: found.index, end };
  });
}

function flatten(ast: SourceFile): Code {
  const nodes: Node[] = [];
  function collect(node: Node): void {
    nodes.push(node);
    node.forEachChild(collect);
  }
  collect(ast);
  return { ast, nodes, comments: listComments(ast.text, nodes) };
}

/** Parses the code among several sets of texts; other texts are ignored. */
export function parseCode(all: readonly Readonly<Record<string, string>>[]): Map<string, Code>[] {
  const compilerOptions = { allowJs: true, noLib: true, noResolve: true, types: [] };
  const texts: Record<string, string> = {};
  all.forEach((set, index) => {
    for (const [path, text] of Object.entries(set)) {
      if (codePath.test(path)) texts[`/${index}/${path}`] = text;
    }
  });
  const files = Object.keys(texts);
  const project = "/tsconfig.json";
  const settings = JSON.stringify({ compilerOptions, files });
  const api = new API({ cwd: "/", fs: createVirtualFileSystem({ ...texts, [project]: settings }) });
  try {
    const program = api.updateSnapshot({ openProjects: [project] }).getProject(project)?.program;
    return all.map((set, index) => {
      const codes = new Map<string, Code>();
      for (const path of Object.keys(set).filter((path) => codePath.test(path))) {
        const ast = program?.getSourceFile(`/${index}/${path}`);
        if (ast === undefined) throw new Error(`The parser gave nothing for ${path}.`);
        codes.set(path, flatten(ast));
      }
      return codes;
    });
  } finally {
    api.close();
  }
}
