// Reads the arguments of a script: --help prints its usage, and an unknown argument is refused with one sentence.
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface Command<T extends Options> {
  /** What --help prints. */
  readonly usage: string;
  readonly options: T;
  /** The highest number of positional arguments; 0 unless given. */
  readonly names?: number;
}

export type Arguments<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>;

/** Thrown for wrong arguments; the message is one sentence for the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Null when help is requested, which takes precedence over any mistake. */
export function parseArguments<const T extends Options>(
  { options, names = 0 }: Command<T>,
  args: readonly string[],
): Arguments<T> | null {
  if (args.some((each) => each === '--help' || each === '-h')) return null;
  const parsed = parseOrRefuse(options, args);
  const surplus = parsed.positionals[names];
  if (surplus !== undefined)
    throw new UsageError(
      names === 0 ? `It takes no names, so "${surplus}" means nothing.` : `"${surplus}" is one name too many.`,
    );
  return parsed;
}

function parseOrRefuse<const T extends Options>(options: T, args: readonly string[]): Arguments<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(sentenceFor(error), { cause: error });
  }
}

/** The message of `parseArgs`, without its advice. */
function sentenceFor(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  const [, named = ''] = /'(-{1,2}[^\s'=<]+)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${named}.`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message;
  return message.includes('does not take')
    ? `The option ${named} takes no value.`
    : `The option ${named} needs a value.`;
}

/**
 * Reads the arguments of this process. Prints the usage and exits when help is requested (0) or the arguments are wrong
 * (1).
 */
export function readArguments<const T extends Options>(
  command: Command<T>,
  check: (found: Arguments<T>) => void = () => undefined,
): Arguments<T> {
  try {
    const found = parseArguments(command, process.argv.slice(2));
    if (found) {
      check(found);
      return found;
    }
    console.log(command.usage);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n${command.usage}`);
    process.exit(1);
  }
}
