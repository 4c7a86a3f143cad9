// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.run;

import org.plateaubench.api.Load;
import org.plateaubench.drive.schedule.LoadCurve;
import org.plateaubench.drive.schedule.UnitCatalog;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.WindowTimeline;
import org.plateaubench.measure.recorder.AttendanceMeter;
import org.plateaubench.measure.recorder.ScheduleRecorder;
import org.plateaubench.measure.recorder.WorkloadRecorder;

/**
 * What the users, loops and meters of one workload share: its specification, schedule, recorders, clock and windows.
 */
public record RunContext(
        DriveSpec spec,
        LoadCurve curve,
        UnitCatalog catalog,
        WorkloadRecorder recorder,
        ScheduleRecorder schedule,
        AttendanceMeter attendance,
        NanoClock clock,
        WindowTimeline windows,
        RunListener listener) {

    public static RunContext of(
            DriveSpec spec, WorkloadRecorder recorder, NanoClock clock, PhaseTimeline timeline, RunListener listener) {
        UnitCatalog catalog = new UnitCatalog(spec);
        ScheduleRecorder schedule = new ScheduleRecorder(
                catalog.table().cells(),
                catalog.units(),
                spec.steadyBoundaries().size() + 1);
        LoadCurve curve = LoadCurve.of(
                spec.load(),
                spec.phases(),
                spec.ramp().startNanos(),
                spec.ramp().lengthNanos());
        WindowTimeline windows = new WindowTimeline(timeline, spec.steadyBoundaries());
        AttendanceMeter attendance = new AttendanceMeter(
                windows,
                spec.steadyBoundaries().size() + 1,
                spec.share().firstUser(),
                spec.share().users(),
                (user, from, to) -> activeNanos(spec, curve, user, from, to));
        return new RunContext(spec, curve, catalog, recorder, schedule, attendance, clock, windows, listener);
    }

    /** The same context for one thread at a time, with its own counters (see {@link WorkloadRecorder#forOneThread}). */
    public RunContext forOneThread() {
        return new RunContext(
                spec,
                curve,
                catalog,
                recorder.forOneThread(),
                schedule.forOneThread(),
                attendance,
                clock,
                windows,
                listener);
    }

    public PhaseTimeline timeline() {
        return windows.phases();
    }

    /**
     * The instant at which a user starts: in a closed load when the level first exceeds its number; in an open load the
     * users of all agents start evenly over the ramp, in the order of their global numbers.
     */
    public long userStartNanos(int user) {
        return switch (spec.load()) {
            case Load.Closed closed -> curve.nextActive(user, 0);
            case Load.Open open ->
                spec.ramp().startNanos() + (long) ((double) spec.ramp().lengthNanos() * user / open.users());
        };
    }

    /** Whether a user belongs to the load at an instant; other users stay connected, and no unit is due for them. */
    public boolean isActive(int user, long nanos) {
        return isAlwaysActive(spec) || curve.isActive(user, nanos);
    }

    /** How long a user belonged to the load between two instants; other time does not count as idle time. */
    public long activeNanos(int user, long fromNanos, long toNanos) {
        return activeNanos(spec, curve, user, fromNanos, toNanos);
    }

    private static long activeNanos(DriveSpec spec, LoadCurve curve, int user, long fromNanos, long toNanos) {
        return Math.max(0, isAlwaysActive(spec) ? toNanos - fromNanos : curve.activeNanos(user, fromNanos, toNanos));
    }

    private static boolean isAlwaysActive(DriveSpec spec) {
        return spec.load().steps().isEmpty() || spec.load() instanceof Load.Open;
    }

    public String threadName(String role) {
        return "plateau-" + spec.tile() + "-" + spec.workload() + "-" + role;
    }
}
