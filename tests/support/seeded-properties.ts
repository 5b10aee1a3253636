// Runs before each file of Vitest: a property takes the same cases in both tries of a run, and whenever TEST_SEED repeats it.
import fc from 'fast-check';
import { seedOf } from './samples.ts';

fc.configureGlobal({ seed: seedOf('properties') });
