// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.LoadExpected;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorstBacklog;

/**
 * Units of a closed load that were due and had not ended, at the worst interval of the steady window (measurement rule
 * M15).
 *
 * @param worst that interval, null when none was counted
 * @param perUser allowed units per user, from the plan
 * @param users number of users that the load requires
 */
public record BacklogResult(@Nullable WorstBacklog worst, double perUser, double users) {

    /** The backlog of a workload, or of a step of it; null if the plan has no bound. */
    public static @Nullable BacklogResult of(WorkloadFigures workload) {
        Double perUser = workload.planned().load().backlogPerUser();
        return perUser == null
                ? null
                : new BacklogResult(workload.worstBacklog(), perUser, LoadExpected.mostUsers(workload));
    }

    /** Greatest allowed number of units that are due and have not ended. */
    public double bound() {
        return perUser * users;
    }

    public boolean isExceeded() {
        return worst != null && worst.units() > bound();
    }

    /** The form in {@code result.json}. */
    record Row(@Nullable Long worst, @Nullable Double atSeconds, double bound, double perUser) {}

    @JsonValue
    Row row() {
        return new Row(
                worst == null ? null : worst.units(), worst == null ? null : worst.atSeconds(), bound(), perUser);
    }
}
