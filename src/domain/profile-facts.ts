// The facts a member can give, with their values, in the order of the form.
import { bodyTypes, eyeColours, hairColours, relationshipStatuses, tattooAnswers } from '#contract/values';

interface ProfileFact {
  readonly name: 'relationship_status' | 'body_type' | 'hair_colour' | 'eye_colour' | 'tattoos';
  readonly values: readonly string[];
}

export const profileFacts: readonly ProfileFact[] = [
  { name: 'relationship_status', values: relationshipStatuses },
  { name: 'body_type', values: bodyTypes },
  { name: 'hair_colour', values: hairColours },
  { name: 'eye_colour', values: eyeColours },
  { name: 'tattoos', values: tattooAnswers },
];
