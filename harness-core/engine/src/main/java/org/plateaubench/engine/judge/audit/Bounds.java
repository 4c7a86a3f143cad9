// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plateaubench.engine.judge.figures.AttendanceFigures;
import org.plateaubench.engine.plan.JudgeBounds;

/** What the judge applies beside the plan: the rules on rates, on what must be seen, and on too little data (M15). */
public final class Bounds {
    /** Greatest error rate of an operation without a limit of its own. */
    public static final double ERROR_PERCENT = 1;
    /** Attempts from which on a rate is judged. */
    public static final long RATE_NEEDS = 20;
    /** Time without a success from which on a rate is judged whatever the attempts. */
    public static final double NO_SUCCESS_SECONDS = 60;
    /** Greatest part of the users asked for that may be missing. */
    public static final double ABSENT_PERCENT = AttendanceFigures.ABSENT_PERCENT;
    /** For how long more than that may be without a connection. */
    public static final double ABSENT_SECONDS = 10;
    /** Greatest part of the attempts that may be declined where no limit says otherwise, or fail whatever a limit says. */
    public static final double MOST_PERCENT = 50;
    /** Operations that the mix must have brought before their absence voids a run. */
    public static final double OBSERVED_NEEDS = 20;
    /** Greatest part of an open load's queue that may be full when the window ends. */
    public static final double QUEUE_PERCENT = 50;
    /** Lags from which on a p99 within its bound is believed. */
    public static final long LAG_NEEDS = 100;

    /** Part of a percentile that may be the harness's own lag where that is beyond the bound on lag. */
    public static final double SHARE_PERCENT = 50;

    /** Part of the host's CPU from which on programs that are not ours are told of. */
    public static final double OTHERS_PERCENT = 10;
    /**
     * Greatest part of the host's CPU that the hypervisor may keep. A reply meets a stolen stretch as often as time is
     * stolen: twice the one in a hundred that makes a p99, since most stretches are shorter than the bound on lag, which
     * says the rest.
     */
    public static final double STEAL_PERCENT = 2;

    /**
     * Greatest part of the window for which control groups may hold an agent back: one in a hundred of its operations
     * meets that, and waits for the rest of a period of 100 ms.
     */
    public static final double THROTTLED_PERCENT = 1;

    private Bounds() {}

    /** All that was applied to the harness and to rates, by name, for a result. */
    public static Map<String, Object> tree(JudgeBounds planned) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("errorPercent", ERROR_PERCENT);
        tree.put("rateNeeds", RATE_NEEDS);
        tree.put("noSuccessSeconds", NO_SUCCESS_SECONDS);
        tree.put("absentPercent", ABSENT_PERCENT);
        tree.put("absentSeconds", ABSENT_SECONDS);
        tree.put("mostPercent", MOST_PERCENT);
        tree.put("observedNeeds", OBSERVED_NEEDS);
        tree.put("queuePercent", QUEUE_PERCENT);
        tree.put("lagNeeds", LAG_NEEDS);
        tree.put("sharePercent", SHARE_PERCENT);
        tree.put("othersPercent", OTHERS_PERCENT);
        tree.put("stealPercent", STEAL_PERCENT);
        tree.put("throttledPercent", THROTTLED_PERCENT);
        tree.put("cpuSharePercent", planned.cpuSharePercent());
        tree.put("cpuVoids", planned.cpuVoids());
        tree.put("longestStallMs", planned.longestStallMs());
        tree.put("stallVoids", planned.stallVoids());
        tree.put("missingIntervals", planned.missingIntervals());
        return tree;
    }
}
