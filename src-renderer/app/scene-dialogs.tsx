import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ToolError } from '../../src-preload/contract';
import { replaceScene, saveSceneTo, SCENE_EXTENSION, scenePath, useSceneFiles } from '../state/scene-files';
import { useScene } from '../state/scene-store';
import { Button } from '../ui/button';
import { Confirm, Dialog } from '../ui/dialog';
import { Field, TextInput } from '../ui/field';
import { visibleText } from '../ui/visible-text';

/** Where to save the scene, and whether its unsaved changes are given up for another. */
export function SceneDialogs(): ReactNode {
  const question = useSceneFiles((state) => state.question);
  const answer = useSceneFiles((state) => state.answer);
  const name = useScene((state) => state.info?.name ?? '');
  return (
    <>
      {question?.kind === 'save-as' && <SaveAs path={question.path} onDone={answer} />}
      <Confirm
        open={question?.kind === 'discard'}
        title={`Give up the unsaved changes of ${visibleText(name)}?`}
        text="Another scene takes its place. What was not saved is lost, and undo does not bring it back."
        confirmLabel="Give Up Changes"
        onCancel={answer}
        onConfirm={() => {
          answer();
          if (question?.kind === 'discard')
            void replaceScene(question.tool, { ...question.args, discard: true });
        }}
      />
    </>
  );
}

function SaveAs({ path, onDone }: { readonly path: string; readonly onDone: () => void }): ReactNode {
  const [typed, setTyped] = useState(path);
  const [error, setError] = useState<ToolError | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The dialog selects all of it first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current && selectStem(field.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  const target = scenePath(typed.trim());
  const taken = error?.code === 'conflict';
  const save = async (overwrite: boolean): Promise<void> => {
    const failed = await saveSceneTo(target, overwrite);
    if (failed === undefined) onDone();
    else setError(failed);
  };
  return (
    <Dialog
      open
      onClose={onDone}
      title="Save Scene As"
      actions={
        <>
          <Button onClick={onDone}>Cancel</Button>
          {taken ? (
            <Button variant="danger" onClick={() => void save(true)}>
              Replace the File
            </Button>
          ) : (
            <Button variant="primary" disabled={typed.trim() === ''} onClick={() => void save(false)}>
              Save
            </Button>
          )}
        </>
      }
    >
      <Field
        label="File, from the project’s folder"
        {...(error === null ? {} : { problem: visibleText(error.message) })}
      >
        {(control) => (
          <TextInput
            {...control}
            code
            value={typed}
            ref={field}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(null);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || taken) return;
              event.preventDefault();
              void save(false);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}

/** The name is what one changes: not the folder, not the ending. */
function selectStem(field: HTMLInputElement): void {
  const from = field.value.lastIndexOf('/') + 1;
  const to = field.value.endsWith(SCENE_EXTENSION)
    ? field.value.length - SCENE_EXTENSION.length
    : field.value.length;
  field.setSelectionRange(from, to);
}
