import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../words/speaking.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A window above the page that holds the keyboard until it is closed. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const { say } = useWords();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const back = document.activeElement;
    element.current?.showModal();
    return () => (back instanceof HTMLElement ? back.focus() : undefined);
  }, []);
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={onClose}>
      <header class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="ghost" aria-label={say('close')} onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
