import type { JSX } from 'preact';
import type { FieldFault } from '../../lib/errors.ts';
import { isScheduleClientError, type WorkerPageJson } from '../../routes/client/index.ts';
import { useWords } from '../words/speaking.ts';
import type { Draft } from './draft.ts';
import type { Previewed } from './preview.tsx';
import { RequestForm } from './request-form.tsx';
import { RhythmPicker } from './rhythm-picker.tsx';
import { ZonePicker } from './zone-picker.tsx';

interface DraftFormProps {
  readonly page: WorkerPageJson;
  readonly draft: Draft;
  readonly previewed: Previewed;
  readonly faults: readonly FieldFault[];
  readonly onChange: (draft: Draft) => void;
}

/** The fault of a field: what saving said, else what the preview says meanwhile. */
function faultOf(path: string, { faults, previewed: { error } }: DraftFormProps): string | undefined {
  const previewFaults = isScheduleClientError(error) ? error.errors : [];
  return [...previewFaults, ...faults].find((fault) => fault.path === path)?.message;
}

/** When, in which zone, on or off, and with which request. */
export function DraftForm(props: DraftFormProps): JSX.Element {
  const { page, draft, faults, onChange } = props;
  const { say } = useWords();
  return (
    <form class="draft card" onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled={!page.may_operate}>
        <legend>{say('when')}</legend>
        <RhythmPicker cron={draft.cron} onChange={(cron) => onChange({ ...draft, cron })} />
        <Expression
          cron={draft.cron}
          fault={faultOf('cron', props)}
          onChange={(cron) => onChange({ ...draft, cron })}
        />
        <ZonePicker
          zone={draft.timezone}
          fault={faultOf('timezone', props)}
          onChange={(timezone) => onChange({ ...draft, timezone })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={draft.enabled}
            onChange={(event) => onChange({ ...draft, enabled: event.currentTarget.checked })}
          />{' '}
          {say('enabled')}
        </label>
      </fieldset>
      <RequestForm
        {...{ schema: page.request_schema, text: draft.text, faults, isReadOnly: !page.may_operate }}
        onChange={(text) => onChange({ ...draft, text })}
      />
    </form>
  );
}

interface ExpressionProps {
  readonly cron: string;
  readonly fault: string | undefined;
  readonly onChange: (cron: string) => void;
}

function Expression({ cron, fault, onChange }: ExpressionProps): JSX.Element {
  const { say } = useWords();
  return (
    <div class="field">
      <label for="cron">{say('expression')}</label>
      <input
        id="cron"
        class="code"
        type="text"
        autocomplete="off"
        spellcheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? 'cron-about' : 'cron-fault'}
        value={cron}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {fault === undefined ? (
        <p class="dim" id="cron-about">
          {say('expression_about')}
        </p>
      ) : (
        <p class="field-fault" id="cron-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
