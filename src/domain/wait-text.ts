// Formats a waiting time in a language: "in 12 minutes", "dans 12 minutes", "12 minuutin päästä".
import { dateTag } from './languages.ts';

export function waitText(seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(dateTag(language), { numeric: 'always' });
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}
