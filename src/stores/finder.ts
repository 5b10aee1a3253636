// The match finder: answers, kept on the server with consent and else only while the page lives, and the members who fit them.
import { atom, computed } from 'nanostores';
import { finder, type FinderAnswers, type FinderMatch, finderQuestions, type FinderQuestion } from '#contract/finder';
import { client, errorCode } from '#lib/api';
import { queryOf, setQuery } from '#lib/paths';
import { reloadOnAbsence } from './absent.ts';
import { rememberCard } from './member.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource } from './resource.ts';
import { createSubmit } from './submit.ts';
import { toastError } from './toasts.ts';

const api = client(finder);

export const questions = Object.keys(finderQuestions) as readonly FinderQuestion[];
export type FinderStep = 'start' | FinderQuestion | 'result';
const steps: readonly FinderStep[] = ['start', ...questions, 'result'];

export const $answers = atom<FinderAnswers>({});
/** Whether the server may have answers of the member. */
export const $areKept = atom(false);
/** Whether they are to be kept, as the switch at the start says. */
export const $mayKeep = atom(false);
/** Where kept answers were just deleted. */
export const $deleted = atom<'here' | 'elsewhere' | null>(null);
/** Which step is on the screen. */
export const $step = atom<FinderStep>('start');

/** What the server keeps; the answers of this page win over it. */
const $kept = createResource({ load: () => api.read() });
export const $finder = computed($kept, (kept) => (kept.state === 'ready' ? { state: 'ready' as const } : kept));

/** Whether each answer is sent; not any more once the member has taken the consent back, even if the deletion fails. */
let isKeeping = false;
/** When the consent was given under which they are kept; null before the server has told it. */
let consentedAt: string | null = null;

function setKept(since: string | null): void {
  consentedAt = since;
  isKeeping = since !== null;
  $areKept.set(isKeeping);
  $mayKeep.set(isKeeping);
}

onSessionEnd(() => {
  $answers.set({});
  $deleted.set(null);
  setKept(null);
});

/** Opens the step of the address, else the first that is not done. */
export async function openFinder(): Promise<void> {
  $deleted.set(null);
  // On the browser's way back the answers are known, and the step changes at once.
  if (!$kept.ready() && !(await loadAnswers())) return;
  const query = queryOf('match-finder');
  if (!query) return;
  const named = steps.find((step) => step === query['step']);
  show(named && isReached(named) ? named : nextStep());
}

async function loadAnswers(): Promise<boolean> {
  await $kept.reload();
  const kept = $kept.ready();
  if (kept?.answers) {
    $answers.set(kept.answers);
    setKept(kept.consented_at);
  }
  return kept !== null;
}

/** A step is reached once all questions before it are answered or skipped. */
function isReached(step: FinderStep): boolean {
  const before = steps.slice(1, Math.max(1, steps.indexOf(step))) as readonly FinderQuestion[];
  return before.every((each) => $answers.get()[each] !== undefined);
}

/** The first question without an answer; the start before any. */
function nextStep(): FinderStep {
  if (Object.keys($answers.get()).length === 0) return 'start';
  return questions.find((each) => $answers.get()[each] === undefined) ?? 'result';
}

function show(step: FinderStep): void {
  $step.set(step);
  if (step === 'result') void $fits.open($answers.get());
}

/** Each step has an address, so that the browser's way back leads to the step before. */
export function goTo(step: FinderStep): void {
  if (setQuery('match-finder', { step: step === 'start' ? undefined : step }, true)) show(step);
}

/** Begins, with or without keeping the answers. Without, none stay on the server, also not those of another device. */
export function startFinder(mayKeep: boolean): void {
  $deleted.set(null);
  $mayKeep.set(mayKeep);
  isKeeping = mayKeep;
  if (mayKeep) {
    consentedAt = null;
    $areKept.set(true);
    keep();
  } else inTurn(forget).catch(tell);
  goTo(questions.find((each) => $answers.get()[each] === undefined) ?? questions[0] ?? 'result');
}

/** Answers the question on the screen, or skips it with null. */
export function answerQuestion<Name extends FinderQuestion>(name: Name, answer: FinderAnswers[Name] | null): void {
  $answers.set({ ...$answers.get(), [name]: answer });
  keep();
  goTo(steps[steps.indexOf(name) + 1] ?? 'result');
}

export const goBack = (): void => goTo(steps[Math.max(0, steps.indexOf($step.get()) - 1)] ?? 'start');

/** Answers are sent one after another; the last one sent holds all of them. */
let sending: Promise<unknown> = Promise.resolve();
function keep(): void {
  if (!isKeeping) return;
  const answers = $answers.get();
  inTurn(() => sendAnswers(answers)).catch(tell);
}

function inTurn(send: () => Promise<void>): Promise<void> {
  const sent = sending.then(send);
  sending = sent.catch(() => undefined);
  return sent;
}

const tell = (error: unknown): void => toastError(errorCode(error));

async function sendAnswers(answers: FinderAnswers): Promise<void> {
  if (!isKeeping) return;
  if (consentedAt !== null) return goOn(answers, consentedAt);
  await api.keep({ answers, consent: 'yes' });
  const { consented_at: since } = await api.read();
  if (since === null) askAgain();
  else if (isKeeping) consentedAt = since;
}

async function goOn(answers: FinderAnswers, since: string): Promise<void> {
  try {
    await api.keep({ answers, consent: 'yes', consented_at: since });
  } catch (error) {
    if (errorCode(error) !== 'not_found') throw error;
    askAgain();
  }
}

/** Answers that were deleted elsewhere do not come back by themselves. */
function askAgain(): void {
  if (!isKeeping) return;
  setKept(null);
  $deleted.set('elsewhere');
  goTo('start');
}

async function forget(): Promise<void> {
  await api.forget({});
  consentedAt = null;
  // A member who has begun anew meanwhile has them kept again.
  if (!isKeeping) setKept(null);
}

/** Deletes the answers here and on the server. */
export const $forget = createSubmit(async () => {
  isKeeping = false;
  $mayKeep.set(false);
  await inTurn(forget);
  $answers.set({});
  $deleted.set('here');
  goTo('start');
});

/** Keeps the cards, so that a profile shows at once. */
export const rememberFits = (fits: readonly FinderMatch[]): void =>
  fits.forEach(({ reasons: _reasons, shared: _shared, enjoys: _enjoys, ...card }) => rememberCard(card));

/** The members who fit, best first. */
export const $fits = createResource({
  load: async (answers: FinderAnswers): Promise<{ profiles: readonly FinderMatch[]; compared: boolean }> => {
    const found = await api.matches({ answers });
    rememberFits(found.profiles);
    return found;
  },
});

reloadOnAbsence($fits);
