"""A level for surveys: 16 m × 12 m of floor with a hole, a step that is a little too high, stairs and a platform."""


def write(path):
    """Writes it as an OBJ; the objects have names."""
    lines, count = [], 0

    def quad(*corners):
        nonlocal count
        lines.extend(f"v {x} {y} {z}" for x, y, z in corners)
        lines.append("f " + " ".join(str(count + number) for number in (1, 2, 3, 4)))
        count += 4

    def box(name, x0, z0, x1, z1, top, bottom=0.0):
        lines.append(f"o {name}")
        quad((x0, top, z0), (x0, top, z1), (x1, top, z1), (x1, top, z0))
        sides = [((x0, z0), (x0, z1)), ((x0, z1), (x1, z1)), ((x1, z1), (x1, z0)), ((x1, z0), (x0, z0))]
        for (a, b), (c, d) in sides:
            quad((a, bottom, b), (c, bottom, d), (c, top, d), (a, top, b))

    lines.append("o Floor")
    for i in range(4):
        for j in range(3):
            if (i, j) != (3, 2):
                x, z = 4 * i, 4 * j
                quad((x, 0, z), (x, 0, z + 4), (x + 4, 0, z + 4), (x + 4, 0, z))
    box("Kerb", 6, 0, 8, 3, 0.5)
    box("Platform", 0, 8, 3, 12, 1.6)
    for number in range(4):
        box(f"Stair{number}", 3 + number, 9, 4 + number, 11, 1.6 - 0.35 * (number + 1))
    path.write_text("\n".join(lines) + "\n")
    return path
