// Reads the settings for the doctor, who goes on without those that cannot be read.
import { type Config, ConfigError, readConfig } from '#server/config/index';
import { checkProduction } from '#server/config/production';
import { bad, type Finding, good } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  /** With the default of each variable that cannot be read. */
  readonly config: Config;
  readonly unread: readonly string[];
  readonly sentences: readonly string[];
}

const isAbout = (sentence: string, name: string): boolean => sentence.split(/\W+/).includes(name);

export function readSettings(env: Environment): Settings {
  try {
    return { config: readConfig(env), unread: [], sentences: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { message } = error;
    const named = Object.keys(env).filter((name) => isAbout(message, name));
    if (named.length === 0) throw error;
    const rest = readSettings(without(env, named));
    return {
      config: rest.config,
      unread: [...named, ...rest.unread],
      sentences: [...message.split('\n'), ...rest.sentences],
    };
  }
}

/** Where the mode cannot be read, the stricter one is looked for. */
const without = (env: Environment, names: readonly string[]): Environment => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name))),
  ...(names.includes('NODE_ENV') ? { NODE_ENV: 'production' } : {}),
});

export function settingsFindings({ config, unread, sentences }: Settings): Finding[] {
  // Of a variable that cannot be read, the default says nothing.
  const unfit = checkProduction(config).filter((sentence) => !unread.some((name) => isAbout(sentence, name)));
  const problems = [...sentences, ...unfit].map((sentence) => bad('settings', sentence));
  return problems.length > 0 ? problems : [good('settings', `fit for ${config.mode}`)];
}
