import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../words/speaking.ts';
import { Dialog } from './dialog.tsx';
import { Fault } from './fault.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  /** What the button that does it says. */
  readonly action: string;
  readonly work: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before what cannot be undone, and says what went wrong. */
export function Confirm({ title, text, action, work, onClose }: ConfirmProps): JSX.Element {
  const { say } = useWords();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const go = (): void => {
    setBusy(true);
    work().then(onClose, (thrown: unknown) => {
      setBusy(false);
      setError(thrown);
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Fault error={error} />
      <footer class="dialog-foot">
        <button type="button" onClick={onClose}>
          {say('keep')}
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={go}>
          {action}
        </button>
      </footer>
    </Dialog>
  );
}
