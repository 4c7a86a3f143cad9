// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.plateaubench.engine.judge.figures.AttendanceFigures;
import org.plateaubench.engine.plan.JudgeBounds;

/**
 * The bounds on the harness and on rates, for a result: those that the judge applies in addition to the plan, on rates, on
 * required observations, and on too little data (M15), each described at its constant, and those of the plan.
 *
 * @param planned the bounds of the plan
 */
public record Bounds(
        double errorPercent,
        long rateNeeds,
        double noSuccessSeconds,
        double absentPercent,
        double absentSeconds,
        double mostPercent,
        double observedNeeds,
        double queuePercent,
        long lagNeeds,
        double sharePercent,
        double othersPercent,
        double stealPercent,
        double throttledPercent,
        @JsonUnwrapped JudgeBounds planned) {
    /** Greatest error rate of an operation without its own limit. */
    public static final double ERROR_PERCENT = 1;
    /** Number of attempts from which on a rate is judged. */
    public static final long RATE_NEEDS = 20;
    /** Time without a success from which on a rate is judged whatever the number of attempts. */
    public static final double NO_SUCCESS_SECONDS = 60;
    /** Greatest share of the required users that may be missing. */
    public static final double ABSENT_PERCENT = AttendanceFigures.ABSENT_PERCENT;
    /** How long more users than that may be without a connection. */
    public static final double ABSENT_SECONDS = 10;
    /** Greatest share of the attempts that may be declined if there is no limit, or fail in spite of a limit. */
    public static final double MOST_PERCENT = 50;
    /** Least expected number of operations whose absence makes a run invalid. */
    public static final double OBSERVED_NEEDS = 20;
    /** Greatest share of an open load's queue that may be used when the window ends. */
    public static final double QUEUE_PERCENT = 50;
    /** Number of lags from which on a p99 within its bound counts. */
    public static final long LAG_NEEDS = 100;

    /** Greatest share of a percentile that may be the harness's own lag where that exceeds the bound on lag. */
    public static final double SHARE_PERCENT = 50;

    /** Share of the host's CPU from which on foreign programs are noted. */
    public static final double OTHERS_PERCENT = 10;
    /**
     * Greatest share of the host's CPU that the hypervisor may keep. A reply coincides with stolen time as often as
     * time is stolen: twice the one in a hundred that affects a p99, since most stolen periods are shorter than the
     * bound on lag, which covers the rest.
     */
    public static final double STEAL_PERCENT = 2;

    /**
     * Greatest share of the window for which control groups may throttle an agent: one in a hundred of its operations
     * is then affected, and waits for the rest of a period of 100 ms.
     */
    public static final double THROTTLED_PERCENT = 1;

    /** The bounds that a run is judged by. */
    public static Bounds of(JudgeBounds planned) {
        return new Bounds(
                ERROR_PERCENT,
                RATE_NEEDS,
                NO_SUCCESS_SECONDS,
                ABSENT_PERCENT,
                ABSENT_SECONDS,
                MOST_PERCENT,
                OBSERVED_NEEDS,
                QUEUE_PERCENT,
                LAG_NEEDS,
                SHARE_PERCENT,
                OTHERS_PERCENT,
                STEAL_PERCENT,
                THROTTLED_PERCENT,
                planned);
    }
}
