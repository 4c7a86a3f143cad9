// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.MeasureDefinition;

class WorkloadRecorderAllocationTest {
    private final WorkloadRecorder shared = new WorkloadRecorder(
            1,
            "store",
            List.of(new WorkloadRecorder.Line("browse", LineInterval.Kind.OPERATION)),
            List.of(MeasureDefinition.counter("rows", "rows", "Rows read.")));

    private final ScheduleRecorder sharedSchedule = new ScheduleRecorder(4, 2, 1);

    @Test
    void allocatesNothingForASuccess() {
        assertAllocatesNothing(shared, sharedSchedule);
    }

    @Test
    void allocatesNothingForASuccessInCountersOfOneThread() {
        assertAllocatesNothing(shared.forOneThread(), sharedSchedule.forOneThread());
    }

    private static void assertAllocatesNothing(WorkloadRecorder recorder, ScheduleRecorder schedule) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        succeed(recorder, schedule, 20_000);
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
        long again = threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
        succeed(recorder, schedule, 200_000);
        long after = threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
        assertThat(after - again - (again - before)).isZero();
    }

    private static void succeed(WorkloadRecorder recorder, ScheduleRecorder schedule, int times) {
        for (int i = 0; i < times; i++) {
            // The same range of times in both rounds: memory for a range is taken once.
            long nanos = (i % 20_000) * 1_000L;
            recorder.issued(0, PhaseWindow.STEADY);
            recorder.dispatchLag(PhaseWindow.STEADY, nanos / 10);
            recorder.completionLag(PhaseWindow.STEADY, nanos / 20);
            schedule.chosen(PhaseWindow.STEADY, 1);
            schedule.drawn(PhaseWindow.STEADY, 0, nanos);
            schedule.freeGap(PhaseWindow.STEADY, nanos, nanos);
            schedule.starts(nanos);
            schedule.ends(nanos);
            recorder.counter(0, 1);
            recorder.ok(0, PhaseWindow.STEADY, -nanos, -nanos / 2, 0, PhaseWindow.STEADY);
        }
    }
}
