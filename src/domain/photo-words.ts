// The word of a country for a member's main photo, which differs within a language (requirement PR12).

/** Each has a text in every language. */
export type PhotoWord = 'photo' | 'picture';

const pictures: readonly string[] = ['GB', 'IE', 'AU', 'NZ', 'DE', 'DK', 'NO', 'SE'];

/** "Profile picture" or "profile photo", by the member's country. */
export const photoWord = (country: string): PhotoWord => (pictures.includes(country) ? 'picture' : 'photo');
