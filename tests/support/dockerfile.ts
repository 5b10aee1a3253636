// Reads a Dockerfile: its stages, and what each step says.
import { Arg, Cmd, Copy, DockerfileParser, Env, From, Healthcheck, type Instruction } from 'dockerfile-ast';

export type Step =
  | { readonly kind: 'run'; readonly line: string }
  | {
      readonly kind: 'copy';
      /** The stage it copies from; null for the folder of the project. */
      readonly from: string | null;
      readonly sources: readonly string[];
      readonly to: string;
      readonly mode: string | null;
    }
  | { readonly kind: 'env'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'arg' | 'workdir' | 'user' | 'expose' | 'volume'; readonly value: string }
  | { readonly kind: 'cmd'; readonly words: readonly string[] }
  | { readonly kind: 'healthcheck'; readonly words: readonly string[] };

export interface Stage {
  readonly name: string;
  /** An image, or an earlier stage. */
  readonly from: string;
  readonly steps: readonly Step[];
}

const PLAIN = ['arg', 'workdir', 'user', 'expose', 'volume'] as const;

export function stagesOf(text: string): Stage[] {
  const stages: (Stage & { readonly steps: Step[] })[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction instanceof From)
      stages.push({ name: instruction.getBuildStage() ?? '', from: instruction.getImage() ?? '', steps: [] });
    else stages.at(-1)?.steps.push(stepOf(instruction));
  }
  return stages;
}

/** Throws for an instruction that the tests cannot follow. */
function stepOf(instruction: Instruction): Step {
  const kind = instruction.getKeyword().toLowerCase();
  // With its continued lines, which a shell reads as the engine's does.
  const content = instruction.getRawArgumentsContent() ?? '';
  if (kind === 'run') return { kind, line: content };
  if (instruction instanceof Copy) return copyOf(instruction);
  if (instruction instanceof Env)
    return {
      kind: 'env',
      values: Object.fromEntries(instruction.getProperties().map((each) => [each.getName(), each.getValue() ?? ''])),
    };
  if (instruction instanceof Arg) return { kind: 'arg', value: instruction.getProperty()?.getName() ?? '' };
  if (instruction instanceof Cmd || instruction instanceof Healthcheck)
    return {
      kind: instruction instanceof Cmd ? 'cmd' : 'healthcheck',
      words: JSON.parse(content.slice(content.indexOf('['))) as string[],
    };
  const plain = PLAIN.find((each) => each === kind);
  if (!plain) throw new Error(`The tests do not know ${instruction.getKeyword()}: teach tests/support/dockerfile.ts.`);
  return { kind: plain, value: content };
}

function copyOf(copy: Copy): Step {
  const flag = (name: string): string | null =>
    copy
      .getFlags()
      .find((each) => each.getName() === name)
      ?.getValue() ?? null;
  const paths = copy.getArguments().map((each) => each.getValue());
  return { kind: 'copy', from: flag('from'), sources: paths.slice(0, -1), to: paths.at(-1) ?? '', mode: flag('chmod') };
}
