// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import org.plateaubench.engine.judge.figures.WorkloadFigures.AttendanceFigures;

/** The bounds of the judge that no plan changes: on rates, on required observations, and on too little data (M15). */
public final class Bounds {
    /** Greatest error rate of an operation without its own limit. */
    public static final double ERROR_PERCENT = 1;

    public static final long RATE_NEEDS = 20;
    /** The time without a success from which on a rate is judged regardless of the number of attempts. */
    public static final double NO_SUCCESS_SECONDS = 60;

    public static final double ABSENT_PERCENT = AttendanceFigures.ABSENT_PERCENT;
    /** How long more than this share of the users may be without a connection. */
    public static final double ABSENT_SECONDS = 10;
    /** Greatest share of the attempts that may fail in spite of a limit. */
    public static final double MAX_PERCENT = 50;
    /** Greatest share of the attempts that may be declined if there is no limit. */
    public static final double DECLINED_PERCENT = 25;

    public static final double OBSERVED_NEEDS = 20;
    /** Greatest share of an open load's queue that may be used when the window ends. */
    public static final double QUEUE_PERCENT = 50;
    /** The number of lags from which on a p99 within its bound counts as evidence. */
    public static final long LAG_NEEDS = 100;

    /** The greatest share of a percentile that the harness's lag may have if the lag exceeds its bound. */
    public static final double SHARE_PERCENT = 50;

    public static final double OTHERS_PERCENT = 10;
    /**
     * The greatest share of the host's CPU that the hypervisor may withhold. Replies coincide with stolen time as often
     * as time is stolen. A share of 1 % would affect a p99; twice that is allowed, since most stolen periods are
     * shorter than the bound on lag, and longer ones violate that bound.
     */
    public static final double STEAL_PERCENT = 2;

    /**
     * The greatest share of the window for which control groups may throttle an agent. One in a hundred of its
     * operations is then affected, and waits for the rest of a period of 100 ms.
     */
    public static final double THROTTLED_PERCENT = 1;

    private Bounds() {}
}
