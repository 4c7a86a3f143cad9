// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;

class WorkloadRecorderAllocationTest {
    private final WorkloadRecorder shared = new WorkloadRecorder(
            1,
            "store",
            List.of(new RecordedLine("browse", LineInterval.Kind.OPERATION)),
            List.of(MeasureDefinition.counter("rows", "rows", "Rows read.")),
            1);

    private final ScheduleRecorder sharedSchedule = new ScheduleRecorder(4, 2, 1);

    @Test
    void successAllocatesNothing() {
        assertAllocatesNothing(shared, sharedSchedule);
    }

    @Test
    void successInSingleThreadCountersAllocatesNothing() {
        assertAllocatesNothing(shared.forOneThread(), sharedSchedule.forOneThread());
    }

    @Test
    void firstSuccessesInPreparedWindowAllocateNothing() {
        WorkloadRecorder own = shared.forOneThread();
        succeed(own, PhaseWindow.RAMP_UP, PhaseWindow.RAMP_UP);
        // Loads the classes that recording in a further window needs.
        succeed(own, PhaseWindow.RAMP_DOWN, PhaseWindow.DRAIN);
        own.allocateLike(PhaseWindow.STEADY, PhaseWindow.RAMP_UP);
        long before = allocated();
        long between = allocated();
        succeed(own, PhaseWindow.RAMP_UP, PhaseWindow.STEADY);
        succeed(own, PhaseWindow.STEADY, PhaseWindow.STEADY);
        long after = allocated();
        assertThat(after - between - (between - before)).isZero();
    }

    private static void succeed(WorkloadRecorder recorder, PhaseWindow window, PhaseWindow endWindow) {
        for (int millis = 0; millis < 100; millis++) {
            long nanos = millis * 1_000_000L;
            recorder.dispatchLag(window, nanos);
            recorder.completionLag(window, nanos);
            recorder.ok(0, window, -nanos, -nanos / 2, 0, endWindow);
        }
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
    }

    private static void assertAllocatesNothing(WorkloadRecorder recorder, ScheduleRecorder schedule) {
        succeed(recorder, schedule, 20_000);
        long before = allocated();
        long between = allocated();
        succeed(recorder, schedule, 200_000);
        long after = allocated();
        assertThat(after - between - (between - before)).isZero();
    }

    private static void succeed(WorkloadRecorder recorder, ScheduleRecorder schedule, int times) {
        for (int i = 0; i < times; i++) {
            // The same range of times in both rounds, because memory for a range is allocated once.
            long nanos = (i % 20_000) * 1_000L;
            recorder.issued(0, PhaseWindow.STEADY);
            recorder.dispatchLag(PhaseWindow.STEADY, nanos / 10);
            recorder.completionLag(PhaseWindow.STEADY, nanos / 20);
            schedule.chosen(PhaseWindow.STEADY, 1);
            schedule.drawn(PhaseWindow.STEADY, 0, nanos);
            schedule.freeGap(PhaseWindow.STEADY, nanos, nanos);
            schedule.started(nanos);
            schedule.ended(nanos);
            recorder.counter(0, 1);
            recorder.ok(0, PhaseWindow.STEADY, -nanos, -nanos / 2, 0, PhaseWindow.STEADY);
        }
    }
}
