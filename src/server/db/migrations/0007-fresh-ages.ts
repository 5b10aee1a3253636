// The index of events by age takes in new ones as they come, not only when the table is vacuumed: the look for untold events asks for the newest.

export const freshAges: readonly string[] = [`alter index event_age set (autosummarize = on)`];
