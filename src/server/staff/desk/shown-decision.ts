// A decision about a member as staff see it.
interface Decided {
  readonly at: Date;
  readonly operator: string;
  readonly action: string;
  readonly reason: string | null;
  readonly until: Date | null;
  readonly note: string | null;
}

export const shownDecision = ({ at, operator, action, reason, until, note }: Decided) => ({
  ...{ operator, action, reason, note },
  at: at.toISOString(),
  until: until?.toISOString() ?? null,
});
