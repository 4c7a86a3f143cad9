// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import com.fasterxml.jackson.annotation.JsonValue;
import org.plateaubench.engine.judge.figures.WorkloadFigures.AttendanceFigures;

/** The audits and other rules: causes before possible effects. Labels appear in results and never change. */
public enum AuditOrRule {
    STORED_FILES("M17-stored-files", "Stored files"),
    /** An exception or outcome that a plugin must not return. */
    PLUGIN_FAULT("plugin-fault", "Fault of a plugin"),
    CLOCK_STEP("M17-clock-step", "Clock step"),
    LOST_AGENTS("M17-lost-agents", "Lost agents"),
    COMPLETED("M17-completed", "Run completed"),
    STOLEN_TIME("M16-stolen-time", "Stolen time"),
    THROTTLED("M16-throttled", "Throttled"),
    AGENT_CPU("M16-agent-cpu", "Agent CPU"),
    LONGEST_STALL("M16-longest-stall", "Longest stall"),
    PROCESSOR_WAIT("M16-processor-wait", "Wait for a processor"),
    MISSING_INTERVALS("M17-missing-intervals", "Missing intervals"),
    STEADY_LENGTH("M17-steady-length", "Steady state length"),
    CLOCK_ERROR("M17-clock-error", "Clock error"),
    /** Counted outcomes compared with recorded values (measurement rules M13 and M17). */
    RECORDED_VALUES("M17-recorded-values", "Recorded values"),
    /** Response times that are longer than a histogram holds (measurement rule M13); only noted. */
    ABOVE_RANGE("M13-range", "Range of the histograms"),
    DISPATCH_LAG("M16-dispatch-lag", "Dispatch lag"),
    COMPLETION_LAG("M16-completion-lag", "Completion lag"),
    WAKE_UP_LAG("M16-wake-up-lag", "Wake-up lag"),
    SUT_FAILED("sut-failed", "Failed SUT"),
    RECONCILIATION("M22-reconciliation", "Reconciliation"),
    CONNECTED_USERS("connected-users", "Connected users"),
    OUTAGE("M21-outage", "Outage"),
    NO_SUCCESS("no-success", "Attempts without success"),
    ERROR_RATE("error-rate", "Error rate"),
    DECLINED_RATE("declined-rate", "Declined rate"),
    OVERLOAD("overload", "Overload"),
    CHECK("check", "Check"),
    STEADINESS("M21-steadiness", "Steadiness"),
    LIMIT("limit", "QoS limit"),
    HARNESS_SHARE("M24-share", "Share of the harness"),
    /** A limit on a time below the precision of the harness in this run (measurement rule M24). */
    HIDDEN_LIMIT("hidden-limit", "Limit below the harness's lag"),
    PACING("M19-pacing", "Pacing"),
    DRAWS("M19-draws", "Drawn gaps"),
    ARRIVALS("M19-arrivals", "Arrivals"),
    MIX("M18-mix", "Mix"),
    PERFORMED("M18-performed", "Performed operations"),
    IN_FLIGHT("M20-in-flight", "Operations in flight"),
    USER_TIME("M20-user-time", "Time of the users"),
    EVENNESS("M25-evenness", "Evenness"),
    NOT_OBSERVED("not-observed", "Operation not observed"),
    DATA_DOUBT("data-doubt", "Data and settings of the SUT"),
    SHARED_SERVER("shared-server", "Server of several tiles"),
    NOTHING_VERIFIED("nothing-verified", "Nothing verified");

    private final String label;
    private final String title;

    AuditOrRule(String label, String title) {
        this.label = label;
        this.title = title;
    }

    @JsonValue
    public String label() {
        return label;
    }

    public String title() {
        return title;
    }

    public boolean isOfHarnessLoad() {
        return label.startsWith("M16");
    }

    /** Whether this is an audit of the harness's own load or completeness, which can void an overload. */
    public boolean voidsOverload() {
        return isOfHarnessLoad() || label.startsWith("M17");
    }

    /** Bounds that no plan changes: on rates, required observations and the amount of data (measurement rule M15). */
    public static final class Bounds {
        /** Greatest error rate of an operation without its own limit. */
        public static final double ERROR_PERCENT = 1;

        public static final long RATE_NEEDS = 20;
        /** Minimum time without a success for judging a rate regardless of the number of attempts. */
        public static final double NO_SUCCESS_SECONDS = 60;

        public static final double ABSENT_PERCENT = AttendanceFigures.ABSENT_PERCENT;
        /** The longest time, in seconds, for which more than that share of the users may be without a connection. */
        public static final double ABSENT_SECONDS = 10;
        /** Greatest share of the attempts that may fail in spite of a limit. */
        public static final double MAX_PERCENT = 50;
        /** Greatest share of the attempts that may be declined if there is no limit. */
        public static final double DECLINED_PERCENT = 25;

        public static final double OBSERVED_NEEDS = 20;
        /** Greatest share of an open load's queue that may be used when the window ends. */
        public static final double QUEUE_PERCENT = 50;
        /** Minimum number of lags for a p99 within its bound to count as evidence. */
        public static final long LAG_NEEDS = 100;

        /** The greatest share of a percentile that the harness's lag may have if the lag exceeds its bound. */
        public static final double SHARE_PERCENT = 50;

        public static final double OTHERS_PERCENT = 10;
        /**
         * The greatest share of the host's CPU that the hypervisor may withhold. Replies coincide with stolen time as
         * often as time is stolen. A share of 1 % would affect a p99; twice that is allowed, since most stolen periods
         * are shorter than the bound on lag, and longer ones violate that bound.
         */
        public static final double STEAL_PERCENT = 2;

        /**
         * The greatest share of the window for which control groups may throttle an agent. One in a hundred of its
         * operations is then affected, and waits for the rest of a period of 100 ms.
         */
        public static final double THROTTLED_PERCENT = 1;

        private Bounds() {}
    }
}
