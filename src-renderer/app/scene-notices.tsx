import { FileWarning, FileX, History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { JsonObject } from '../../src-preload/contract';
import { callTool } from '../state/bridge';
import { useRecovery, type LeftBehind, type SceneConflict } from '../state/recovery-store';
import { useEditors } from '../state/editor-store';
import { useSceneProblem, type SceneProblem } from '../state/scene-problem';
import { showError } from '../state/toasts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/dialog';
import { TimeText } from '../ui/time-text';
import { visibleText } from '../ui/visible-text';
import styles from './scene-notices.module.css';

/** What a person has to decide about the open scene. Never modal: one can go on working and decide later. */
export function SceneNotices(): ReactNode {
  const leftBehind = useRecovery((state) => state.leftBehind[0]);
  const conflict = useRecovery((state) => state.conflict);
  const problem = useSceneProblem((state) => state.problem);
  return (
    <>
      {problem !== null && <UnreadableNotice problem={problem} />}
      {leftBehind !== undefined && <LeftBehindNotice key={leftBehind.recovery} leftBehind={leftBehind} />}
      {conflict !== null && <ConflictNotice conflict={conflict} />}
    </>
  );
}

function UnreadableNotice({ problem: { file, message } }: { readonly problem: SceneProblem }): ReactNode {
  return (
    <div className={styles.notice} role="alert">
      <FileX size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.text}>
        {visibleText(file)} could not be opened, and stays as it is: {visibleText(message)}
      </span>
      <span className={styles.actions}>
        <Button size="small" onClick={() => useEditors.getState().open(file)}>
          Open the File
        </Button>
        <Button size="small" onClick={() => void act('scene_load', { path: file })}>
          Try Again
        </Button>
      </span>
    </div>
  );
}

interface Question {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly tool: string;
  readonly args: JsonObject;
}

function LeftBehindNotice({ leftBehind }: { readonly leftBehind: LeftBehind }): ReactNode {
  const { recovery, file, time, problem, fileChanged } = leftBehind;
  const [question, setQuestion] = useState<Question | null>(null);
  const name = visibleText(file ?? 'a scene without a file');
  return (
    <div className={styles.notice} role="status">
      <History size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.text}>
        {problem === undefined ? (
          <>
            Unsaved changes of {name} are there from {time === undefined ? 'before' : <TimeText at={time} />}.
            {fileChanged && ' The file has changed since.'}
          </>
        ) : (
          <>
            The autosave of {name} is damaged: {visibleText(problem)}
          </>
        )}
      </span>
      <span className={styles.actions}>
        {problem === undefined && (
          <Button size="small" onClick={() => void act('scene_recover', { action: 'restore', recovery })}>
            Restore
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          onClick={() =>
            setQuestion({
              title: 'Discard the unsaved changes?',
              text: `What was not saved of ${name} is gone for good then.`,
              label: 'Discard',
              tool: 'scene_recover',
              args: { action: 'discard', recovery },
            })
          }
        >
          Discard
        </Button>
      </span>
      <Ask question={question} onDone={() => setQuestion(null)} />
    </div>
  );
}

function ConflictNotice({ conflict }: { readonly conflict: SceneConflict }): ReactNode {
  const [question, setQuestion] = useState<Question | null>(null);
  const file = visibleText(conflict.file);
  return (
    <div className={styles.notice} role="status">
      <FileWarning size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.text}>{visibleText(conflict.message)}</span>
      <span className={styles.actions}>
        {conflict.readable && (
          <Button
            size="small"
            onClick={() =>
              setQuestion({
                title: `Take ${file} as it is on disk?`,
                text: 'The unsaved changes of the open scene are lost.',
                label: 'Take the File',
                tool: 'scene_load',
                args: { path: conflict.file, discard: true },
              })
            }
          >
            Take the File
          </Button>
        )}
        <Button
          size="small"
          onClick={() =>
            setQuestion({
              title: `Write ${file}?`,
              text: 'Whatever something else has done to it is replaced by the open scene.',
              label: 'Write the File',
              tool: 'scene_save',
              args: { overwrite: true },
            })
          }
        >
          Keep Mine
        </Button>
      </span>
      <Ask question={question} onDone={() => setQuestion(null)} />
    </div>
  );
}

function Ask({
  question,
  onDone,
}: {
  readonly question: Question | null;
  readonly onDone: () => void;
}): ReactNode {
  return (
    <Confirm
      open={question !== null}
      title={question?.title ?? ''}
      text={question?.text ?? ''}
      confirmLabel={question?.label ?? ''}
      onCancel={onDone}
      onConfirm={() => {
        onDone();
        if (question !== null) void act(question.tool, question.args);
      }}
    />
  );
}

async function act(tool: string, args: JsonObject): Promise<void> {
  const result = await callTool(tool, args);
  if (!result.ok) showError(result.error);
  await useRecovery.getState().refresh();
}
