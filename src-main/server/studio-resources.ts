/** The studio as resources: what its reading tools give, as JSON, and which events say that it has changed. */
import type { JsonObject } from '../engine/json';
import type { ListedResource } from './resources';

interface StudioResource {
  readonly tool: string;
  readonly args: JsonObject;
  readonly title: string;
  readonly description: string;
}

const STUDIO = 'skywalker://studio/';

const RESOURCES: Readonly<Record<string, StudioResource>> = {
  overview: {
    tool: 'studio_overview',
    args: {},
    title: 'The studio',
    description: 'The team, the board in numbers, what waits for a decision, loops and channels.',
  },
  roster: {
    tool: 'studio_agent_list',
    args: {},
    title: 'The roster',
    description: 'The agents of the project, with what each may do.',
  },
  board: {
    tool: 'studio_task_list',
    args: { limit: 500 },
    title: 'The board',
    description: 'Tasks, the most urgent first, at most 500.',
  },
  feedback: {
    tool: 'studio_feedback_list',
    args: { limit: 500 },
    title: 'Feedback',
    description: 'Feedback with its decisions, the newest first, at most 500.',
  },
  loops: {
    tool: 'studio_loop_status',
    args: {},
    title: 'Loops',
    description: 'The loops, where each of them is, and the templates.',
  },
};

/** Those of kinds of studio events. */
const CHANGED_BY: Readonly<Record<string, readonly string[]>> = {
  message: ['overview'],
  task: ['overview', 'board', 'feedback'],
  feedback: ['overview', 'feedback'],
  decision: ['overview', 'feedback'],
  loop: ['overview', 'loops'],
  presence: ['overview'],
};

export function listedStudio(): ListedResource[] {
  return Object.entries(RESOURCES).map(([name, { title, description }]) => ({
    uri: STUDIO + name,
    name: `studio_${name}`,
    title,
    description,
    mimeType: 'application/json',
  }));
}

/** The tool that gives a resource of the studio; undefined for what is none. */
export function studioResource(uri: string): Pick<StudioResource, 'tool' | 'args'> | undefined {
  const name = uri.startsWith(STUDIO) ? uri.slice(STUDIO.length) : '';
  return Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined;
}

export function isStudioResource(uri: string): boolean {
  return studioResource(uri) !== undefined;
}

/** The resources that an event of type `studio`, or one about the roster, changes. */
export function changedStudio(type: string, kind: string | undefined): readonly string[] {
  if (type === 'policy')
    return kind?.startsWith('agent_') === true ? [`${STUDIO}roster`, `${STUDIO}overview`] : [];
  if (type !== 'studio' || kind === undefined || !Object.hasOwn(CHANGED_BY, kind)) return [];
  return (CHANGED_BY[kind] ?? []).map((name) => STUDIO + name);
}
