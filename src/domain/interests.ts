// The hobbies and topics a member can pick, by the id their icon and words carry (spec §2, decisions A).
export const interests = [
  'art', 'astronomy', 'baking', 'beach', 'board_games', 'books', 'camping', 'cars', 'cats', 'cinema',
  'climbing', 'coffee', 'comedy', 'concerts', 'cooking', 'crafts', 'cycling', 'dancing', 'design', 'dogs',
  'fashion', 'festivals', 'fishing', 'fitness', 'football', 'gaming', 'gardening', 'golf', 'hiking', 'history',
  'horses', 'languages', 'martial_arts', 'meditation', 'motorcycles', 'museums', 'music', 'nature', 'nightlife', 'photography',
  'podcasts', 'politics', 'restaurants', 'running', 'sailing', 'sauna', 'science', 'series', 'skiing', 'spirituality',
  'swimming', 'tennis', 'theatre', 'travel', 'volunteering', 'wellness', 'wine', 'writing', 'yoga',
] as const;
