// The manifold of two shapes as a step of Jolt's `PhysicsSystem` makes it (`ProcessBodyPair`): shapes against each other, then
// the faces of both against each other, then at most four points. None of these functions is in the C interface.

#include <Jolt/Jolt.h>

#include <Jolt/RegisterTypes.h>

#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/Shape/Shape.h>

using namespace JPH;

namespace {

struct Pose {
	float at[3];
	float turn[4];
};

struct Found {
	float normal[3]; // from the first to the second shape
	float points[8][3]; // of the first and of the second shape in turn
	int count;
};

Vec3 vector(const float (&v)[3]) { return Vec3(v[0], v[1], v[2]); }

// Relative to the center of mass of the first body, as in a step.
class Collector final : public CollideShapeCollector {
public:
	Collector(Found &found, Vec3 base, float reach) : found(found), base(base), reach(reach) {}

	void AddHit(const CollideShapeResult &hit) override
	{
		ContactPoints a, b;
		ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, reach, hit.mShape1Face, hit.mShape2Face, a, b);
		Vec3 normal = hit.mPenetrationAxis.Normalized();
		if (a.size() > 4)
			PruneContactPoints(normal, a, b);
		normal.StoreFloat3(reinterpret_cast<Float3 *>(found.normal));
		found.count = int(a.size());
		for (int i = 0; i < found.count; ++i) {
			(base + a[i]).StoreFloat3(reinterpret_cast<Float3 *>(found.points[2 * i]));
			(base + b[i]).StoreFloat3(reinterpret_cast<Float3 *>(found.points[2 * i + 1]));
		}
	}

private:
	Found &found;
	Vec3 base;
	float reach;
};

} // namespace

// Whether this file was compiled with the settings of the library.
extern "C" bool carom_jolt_matches() { return VerifyJoltVersionID(); }

extern "C" void carom_jolt_manifold(const Shape *a, const Pose *pose_a, const Shape *b, const Pose *pose_b, float reach, Found *found)
{
	found->count = 0;
	Quat turn_a(pose_a->turn[0], pose_a->turn[1], pose_a->turn[2], pose_a->turn[3]);
	Quat turn_b(pose_b->turn[0], pose_b->turn[1], pose_b->turn[2], pose_b->turn[3]);
	Vec3 base = vector(pose_a->at) + turn_a * a->GetCenterOfMass();
	Mat44 place_a = Mat44::sRotation(turn_a);
	Mat44 place_b = Mat44::sRotationTranslation(turn_b, vector(pose_b->at) + turn_b * b->GetCenterOfMass() - base);
	CollideShapeSettings settings;
	settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
	settings.mMaxSeparationDistance = reach;
	settings.mBackFaceMode = EBackFaceMode::CollideWithBackFaces;
	Collector collector(*found, base, reach);
	CollisionDispatch::sCollideShapeVsShape(a, b, Vec3::sReplicate(1.0f), Vec3::sReplicate(1.0f), place_a, place_b, SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
}
