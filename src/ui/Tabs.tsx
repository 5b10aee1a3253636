// Tabs with counts. Each is a real link, so that it also works in a new tab.
import { isPlainClick } from './plain-click.ts';

interface Tab {
  readonly value: string;
  readonly text: string;
  /** The localized count; null while it is not known. */
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
          <span>{tab.text}</span> <span className="tab-count">{tab.count}</span>
        </a>
      ))}
    </nav>
  );
}
