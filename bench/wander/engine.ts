/** What is measured: the language, and the engine's own scene for it. Built twice; see builds.ts. */
export { loadProgram } from '../../src-main/wander/load';
export { runProgram } from '../../src-main/wander/run';
export { Scene } from '../../src-main/engine/scene/scene';
export { EngineSceneHost } from '../../src-main/engine/wander/scene-host';
export { raiseInlining } from '../../src-main/engine/wander/inlining';
export { collectGarbage, heapBytes } from '../../src-main/engine/wander/heap';
