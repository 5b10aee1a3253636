// Summarizes new block ranges of the event age index at once, not only on vacuum: the outbox sweep reads the newest
// events.

export const freshAges: readonly string[] = [`alter index event_age set (autosummarize = on)`];
