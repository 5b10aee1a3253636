// Which niches a configuration serves.
import { type Config, ConfigError } from './index.ts';

/** The folders of `all` that NICHES names; without it all of them. Throws a ConfigError for a name that is none of them. */
export function servedNiches({ niches }: Pick<Config, 'niches'>, all: readonly string[]): readonly string[] {
  const unknown = niches.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new ConfigError(`NICHES names ${unknown.join(', ')}, but niches/ has: ${all.join(', ')}.`);
  return niches.length === 0 ? all : all.filter((name) => niches.includes(name));
}
