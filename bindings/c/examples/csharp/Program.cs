// carom from C# by P/Invoke, as in Unity: a floor, a ray, a character that walks. Needs libcarom beside the program.
using System;
using System.Runtime.InteropServices;

static class Program
{
    const string Library = "carom";

    [StructLayout(LayoutKind.Sequential)]
    struct Vec3
    {
        public float X, Y, Z;
        public Vec3(float x, float y, float z) { X = x; Y = y; Z = z; }
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Vectors { public IntPtr Base; public UIntPtr Stride; }

    [StructLayout(LayoutKind.Sequential)]
    struct Handle { public ulong Bits; }

    [StructLayout(LayoutKind.Sequential)]
    struct Query
    {
        public ulong Surface, Except;
        public double OriginX, OriginY, OriginZ;
        public uint Layers, Mask, Flags, Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Hit
    {
        public float T;
        public Vec3 Point, Normal;
        public uint Part;
        public ulong Body;
        public uint Start;
        public float StartSeparation;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct MoverSettings
    {
        public Vec3 Up;
        public float Gravity, Radius, MaxSlope, StepHeight, Snap, Skin, MaxOverhang, Hover, MaxDepenetration, EdgeGuard;
        public uint Flags;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Character
    {
        public Vec3 Feet;
        public float Height;
        public Vec3 Velocity, BaseVelocity;
        public float StepCredit;
        public Vec3 GroundNormal, Axis;
        public uint Reserved, OnGround, GroundPart;
        public ulong GroundBody;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Intent { public Vec3 Velocity; public float Jump, Height; public uint Flags; public float Rise; public Vec3 Axis; }

    [DllImport(Library)] static extern uint carom_version();
    [DllImport(Library)] static extern IntPtr carom_last_error();
    [DllImport(Library)] static extern int carom_mesh_create(Vectors vertices, UIntPtr vertexCount, uint[] triangles,
        UIntPtr triangleCount, uint flags, out Handle mesh);
    [DllImport(Library)] static extern int carom_mesh_free(Handle mesh);
    [DllImport(Library)] static extern Query carom_query_mesh(Handle mesh);
    [DllImport(Library)] static extern int carom_ray(ref Query query, Vec3 from, Vec3 delta, out Hit hit);
    [DllImport(Library)] static extern MoverSettings carom_mover_defaults();
    [DllImport(Library)] static extern int carom_mover_create(ref MoverSettings settings, out Handle mover);
    [DllImport(Library)] static extern int carom_mover_free(Handle mover);
    [DllImport(Library)] static extern Character carom_character_at(Vec3 feet, float height);
    [DllImport(Library)] static extern int carom_mover_step(Handle mover, ref Query scene, ref Character state,
        ref Intent intent, float dt, IntPtr report);

    static void Check(int status)
    {
        if (status != 0)
            throw new Exception(Marshal.PtrToStringAnsi(carom_last_error()));
    }

    static int Main()
    {
        float[] corners = { -9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9 };
        uint[] triangles = { 0, 1, 2, 0, 2, 3 };
        GCHandle pinned = GCHandle.Alloc(corners, GCHandleType.Pinned);
        Vectors vertices = new Vectors { Base = pinned.AddrOfPinnedObject(), Stride = (UIntPtr)12 };
        Handle mesh, mover;
        Check(carom_mesh_create(vertices, (UIntPtr)4, triangles, (UIntPtr)2, 0, out mesh));
        pinned.Free();

        Query level = carom_query_mesh(mesh);
        Hit hit;
        Check(carom_ray(ref level, new Vec3(1, 5, 2), new Vec3(0, -10, 0), out hit));
        Console.WriteLine("version {0:x}: the ray ends at t = {1:0.00}, y = {2:0.00}", carom_version(), hit.T, hit.Point.Y);

        MoverSettings settings = carom_mover_defaults();
        Check(carom_mover_create(ref settings, out mover));
        Character hero = carom_character_at(new Vec3(0, 0.5f, 0), 1.8f);
        Intent intent = new Intent { Velocity = new Vec3(2, 0, 0) };
        for (int tick = 0; tick < 60; tick++)
            Check(carom_mover_step(mover, ref level, ref hero, ref intent, 1f / 60, IntPtr.Zero));
        Console.WriteLine("the hero stands at x = {0:0.00}, on ground: {1}", hero.Feet.X, hero.OnGround);
        Check(carom_mover_free(mover));
        Check(carom_mesh_free(mesh));
        return hero.OnGround == 1 && Math.Abs(hero.Feet.X - 2) < 0.01 ? 0 : 1;
    }
}
