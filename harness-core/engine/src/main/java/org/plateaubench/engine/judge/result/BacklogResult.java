// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.LoadExpected;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.WorstBacklog;

/**
 * Units of a closed load that were due and had not ended, at the worst interval of the steady window (measurement rule
 * M15).
 *
 * @param worst number of units at that interval, null when none was counted
 * @param atSeconds end of the interval, in seconds since the start of ramp-up
 */
public record BacklogResult(@Nullable Long worst, @Nullable Double atSeconds, double bound, double perUser) {
    public static @Nullable BacklogResult of(WorkloadFigures workload) {
        Double perUser = workload.planned().load().backlogPerUser();
        if (perUser == null) {
            return null;
        }
        WorstBacklog worst = workload.worstBacklog();
        return new BacklogResult(
                worst == null ? null : worst.units(),
                worst == null ? null : worst.atSeconds(),
                perUser * LoadExpected.mostUsers(workload),
                perUser);
    }

    public boolean isExceeded() {
        return worst != null && worst > bound;
    }
}
