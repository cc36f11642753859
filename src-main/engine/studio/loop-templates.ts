/** Loops that a project can begin with: `studio_loop_define {"template": …}`. */
import type { JsonObject } from '../json';

export const LOOP_TEMPLATES: Readonly<Record<string, JsonObject>> = {
  playtest_fix_verify: {
    description: 'Play, decide what matters, mend it, play again.',
    goal: 'The game can be played through without getting stuck.',
    stages: [
      {
        id: 'play',
        kind: 'playtest',
        assignees: ['@playtester|@qa_lead|@qa'],
        instruction:
          'Play the game as somebody who sees it for the first time. Goal of the team: {goal}. Say what stopped you.',
        file_feedback: true,
      },
      {
        id: 'decide',
        assignees: ['@creative_director|@direction|@production'],
        instruction:
          'Decide about each feedback with studio_decide, and make tasks for what is worth it.\n{open_feedback}',
        inputs: ['play'],
        gate: { skip_if: 'no_open_feedback' },
      },
      {
        id: 'mend',
        assignees: ['@all'],
        instruction: 'Do your tasks, {agent}, and move each to done.\n{my_tasks}',
        only_with_tasks: true,
        gate: { skip_if: 'no_todo_tasks' },
      },
      {
        id: 'verify',
        assignees: ['@playtester|@qa_lead|@qa'],
        instruction: 'Play again what was mended.\n{fixed_feedback}',
        verify_fixed: true,
        gate: { skip_if: 'no_fixed_feedback' },
      },
    ],
    stop: { max_iterations: 3 },
  },
  art_pass_with_critic: {
    description: 'Artists work, a critic looks, direction signs off.',
    goal: 'The scene looks as if one hand had made it.',
    stages: [
      {
        id: 'make',
        assignees: ['@art'],
        instruction:
          'Improve what you answer for. Goal: {goal}. What the critic said before:\n{previous}\nYour tasks:\n{my_tasks}',
      },
      {
        id: 'criticise',
        assignees: ['@critic|@direction'],
        instruction:
          'Look at the scene with viewport_capture and say what is wrong with it, the worst first.\n{inputs}',
        inputs: ['make'],
        file_feedback: true,
      },
      {
        id: 'sign_off',
        assignees: ['@direction|@creative_director'],
        instruction: 'Is it good enough for {goal}? Sign off, or decide what is done next.\n{open_feedback}',
        inputs: ['criticise'],
      },
    ],
    stop: { max_iterations: 4, director_signoff: true },
  },
  balance_tuning: {
    description: 'Measure, change a little, measure again until the numbers fit.',
    goal: 'The numbers are within their targets.',
    stages: [
      {
        id: 'measure',
        kind: 'playtest',
        assignees: ['@playtester|@qa'],
        instruction: 'Play and report "metrics". Known so far:\n{metrics}\n{trends}',
      },
      {
        id: 'tune',
        assignees: ['@game_designer|@level_designer|@design'],
        instruction: 'Change as little as can bring the numbers nearer. Goal: {goal}.\n{inputs}\n{trends}',
        inputs: ['measure'],
        parallel: false,
      },
    ],
    stop: { max_iterations: 6 },
  },
  vertical_slice_sprint: {
    description: 'Plan, build, review: one slice of the game that is whole.',
    goal: 'Five minutes of the game are as good as they will ever be.',
    stages: [
      {
        id: 'plan',
        assignees: ['@production|@direction'],
        instruction:
          'Cut the goal into tasks with studio_task_create, each with acceptance and somebody who does it. Goal: {goal}.\nThe team:\n{roster}\n{todo_tasks}',
      },
      {
        id: 'build',
        assignees: ['@all'],
        instruction: 'Do your tasks, {agent}.\n{my_tasks}',
        only_with_tasks: true,
      },
      {
        id: 'review',
        assignees: ['@direction|@production'],
        instruction:
          'Look at what was built, against the acceptance of each task. Sign off when it is whole.\n{inputs}',
        inputs: ['build'],
        file_feedback: true,
        gate: { approval: 'human' },
      },
    ],
    stop: { max_iterations: 3, director_signoff: true },
  },
  bug_bash: {
    description: 'Everybody looks for faults, then they are mended.',
    goal: 'No fault that a player would tell a friend about.',
    stages: [
      {
        id: 'hunt',
        assignees: ['@all'],
        instruction: 'Look for faults in what you know best, {agent}, and in what you know least.',
        file_feedback: true,
      },
      {
        id: 'sort',
        assignees: ['@production|@direction'],
        instruction: 'Decide about each with studio_decide.\n{open_feedback}',
        gate: { skip_if: 'no_open_feedback' },
      },
      {
        id: 'mend',
        assignees: ['@all'],
        instruction: 'Do your tasks.\n{my_tasks}',
        only_with_tasks: true,
        gate: { skip_if: 'no_todo_tasks' },
      },
    ],
    stop: { max_iterations: 2 },
  },
};
