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
/** Whether the member lets us keep the answers. */
export const $areKept = atom(false);
/** Which step is on the screen. */
export const $step = atom<FinderStep>('start');

/** What the server keeps; the answers of this page win over it. */
const $kept = createResource({ load: () => api.read() });
export const $finder = computed($kept, (kept) => (kept.state === 'ready' ? { state: 'ready' as const } : kept));

onSessionEnd(() => {
  $answers.set({});
  $areKept.set(false);
});

/** Opens the step of the address, else the first that is not done. */
export async function openFinder(): Promise<void> {
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
    $areKept.set(true);
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
export function startFinder(areKept: boolean): void {
  $areKept.set(areKept);
  if (areKept) keep();
  else inTurn(() => api.forget({}));
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
  if (!$areKept.get()) return;
  const answers = $answers.get();
  inTurn(() => ($areKept.get() ? api.keep({ answers, consent: 'yes' }) : null));
}

function inTurn(send: () => Promise<null> | null): void {
  sending = sending.then(send).catch((error: unknown) => toastError(errorCode(error)));
}

/** Deletes the answers here and on the server. */
export const $forget = createSubmit(async () => {
  $areKept.set(false);
  await sending;
  await api.forget({});
  $answers.set({});
  goTo('start');
});

/** Keeps the cards, so that a profile shows at once. */
export const rememberFits = (fits: readonly FinderMatch[]): void =>
  fits.forEach(({ reasons: _reasons, shared: _shared, enjoys: _enjoys, ...card }) => rememberCard(card));

/** The members who fit, best first. */
export const $fits = createResource({
  load: async (answers: FinderAnswers): Promise<{ profiles: readonly FinderMatch[] }> => {
    const found = await api.matches({ answers });
    rememberFits(found.profiles);
    return found;
  },
});

reloadOnAbsence($fits);
