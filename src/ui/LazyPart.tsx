// Parts of an island whose scripts are loaded when they are first drawn. One whose script does not arrive says so in its own place,
// where it can be tried again: what was typed or chosen around it stays.
import { lazy, useState, type ComponentType } from 'react';
import { t } from '#lib/i18n';
import { importPart, reloadForScripts } from '#lib/import-again';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Modal } from './Modal.tsx';

/** With `onClose` the part is a dialog, and so is the failure. */
interface Closable {
  readonly onClose?: () => void;
}
type Load<Module> = () => Promise<Module>;
type Pick<Module, Props> = (module: Module) => ComponentType<Props>;

export function lazyPart<Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
): ComponentType<Props & Closable> {
  let Part: ComponentType<Props> | undefined;
  function Failed(props: Props & Closable) {
    const [tries, setTries] = useState(0);
    if (Part) return <Part {...props} />;
    const retry = async (): Promise<void> => {
      try {
        Part = await importPart(load, pick);
      } catch {
        await reloadForScripts(tries > 0);
      }
      // Two taps may have begun at the same count, and the part must be drawn after either.
      setTries((count) => count + 1);
    };
    const [heading, text] = [t('shell:error_text'), t('shell:error_safe')];
    if (!props.onClose) return <ErrorState heading={heading} text={text} onRetry={() => void retry()} />;
    return (
      <Modal isOpen title={heading} onClose={props.onClose}>
        <div className="stack" role="alert">
          <p>{text}</p>
          <Button kind="primary" icon="refresh" onClick={() => void retry()}>
            {t('shell:retry')}
          </Button>
        </div>
      </Modal>
    );
  }
  return lazy(async () => ({ default: await importPart(load, pick).catch(() => Failed) }));
}

/** A part that comes by itself: without its script it is left out. */
export const lazyExtra = <Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
): ComponentType<Props> => lazy(async () => ({ default: await importPart(load, pick).catch(() => () => null) }));
