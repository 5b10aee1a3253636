// The heading of a page, which is read and focused when the page is opened.
import { useEffect, useRef } from 'react';
import { t } from '#lib/i18n';

export function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.title;
    document.title = `${text} · ${t('console:title')}`;
    heading.current?.focus();
    // The login over a page goes, and the page stays.
    return () => void (document.title = before);
  }, [text]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
