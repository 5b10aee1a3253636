// Two to four lists of which one is shown; each is a real link with its count, so that it also works in a new tab.
import { isPlainClick } from './plain-click.ts';

interface Tab {
  readonly value: string;
  readonly text: string;
  /** How many there are, as the language writes it; null while that is not known. */
  readonly count: string | null;
  readonly href: string;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChoose: (value: string) => void;
}

export function Tabs({ label, tabs, value, onChoose }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.value}
          href={tab.href}
          aria-current={tab.value === value ? 'page' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onChoose(tab.value);
          }}
        >
          {tab.text} <span className="tab-count">{tab.count}</span>
        </a>
      ))}
    </nav>
  );
}
