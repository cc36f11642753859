/** A behaviour to begin with: it does something that can be seen, and has a param and a test. */
export function scriptTemplate(name: string): string {
  return `behavior ${name}
  intent "Turns slowly."

  param speed = 45 in 0..360 "Degrees a second."

  on tick
    rotate self by (0, speed * dt, 0)
  end

  test "it turns"
    wait 1
    expect self.rotation.y > 0
  end
end
`;
}
