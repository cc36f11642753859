/** Functions of other engines' subsystems, which scripts may name: a check can then say what is missing. */

const GROUPS: Readonly<Record<string, string>> = {
  audio: 'play stop_sound play_sound music set_volume',
  physics: 'push impulse torque velocity raycast overlap_sphere',
  'moving characters': 'walk jump grounded',
  'finding paths': 'navigate stop_navigation arrived path_length',
  'physics in two dimensions':
    'push2d impulse2d torque2d velocity2d set_velocity2d raycast2d overlap2d point2d move2d jump2d grounded2d drop_through2d',
  vehicles: 'vehicle_drive vehicle_shift vehicle_speed vehicle_wheel vehicle_state',
  animation:
    'set_param trigger play_animation anim_state play_sequence hand_ik foot_ik turn_in_place look_at play_anim',
  'tile maps': 'tile_at set_tile',
  dialogues: 'start_dialogue dialogue_var dialogue_choose dialogue_advance',
  effects:
    'burst water_height hit_stop hit_stop_left camera_shake flash layer_mask probe_bake cursor_lock quit_game',
  'changing the flow of time': 'pause_game resume_game is_paused time_scale unscaled_dt unscaled_time',
  'saved games': 'save_game load_game has_save list_saves delete_save game_var',
  'changing scenes': 'change_scene load_additive unload_scene current_scene loading_progress',
  'several languages': 'tr set_locale locale locales',
};

const SUBSYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([subsystem, names]) =>
    names.split(' ').map((name) => [name, subsystem] as const),
  ),
);

/** The subsystem that a function would belong to. */
export function missingSubsystem(name: string): string | undefined {
  return SUBSYSTEMS.get(name);
}
