// The key that does the same as the button it stands in.
export function KeyHint({ name }: { name: string }) {
  return <kbd>{name.toUpperCase()}</kbd>;
}
