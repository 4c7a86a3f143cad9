// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.plan.JudgeBounds;

/**
 * Audits how long an agent's threads were delayed because no processor was free, from the kernel's statistics
 * (measurement rule M16).
 */
final class ProcessorAudits {
    private ProcessorAudits() {}

    /**
     * Audits the average time for which a thread that drives the load was ready to run until it got a processor.
     */
    static Audit wait(Scope scope, String subject, @Nullable Double waitMs, double boundMs, JudgeBounds bounds) {
        UpperBound bound = new UpperBound(Rule.PROCESSOR_WAIT, scope, boundMs, "ms");
        if (waitMs == null) {
            return bound.notTested(
                    "This system does not report how long threads wait for a processor (/proc/self/task/*/schedstat);"
                            + " only the probes"
                            + " show how late the agent was.");
        }
        return bound.advised(
                        waitMs,
                        subject + ": threads that drive the load were ready to run and waited for a processor "
                                + bound.text(waitMs) + " on average each time",
                        "Response times include that wait, which the SUT did not cause. Stop other programs on its host"
                                + " (./plateau calibrate names them), give the agent more cores, or lower the"
                                + " load.")
                .notedUnless(bounds.cpuVoids());
    }

    /** Audits the share of the window for which control groups throttled the agent. */
    static Audit throttled(Scope scope, String subject, @Nullable Double share, JudgeBounds bounds) {
        UpperBound bound = new UpperBound(Rule.THROTTLED, scope, Bounds.THROTTLED_PERCENT, "%");
        if (share == null) {
            return bound.notTested(
                    "This system does not report whether control groups throttled the agent (cpu.stat). Check the"
                            + " limits of its container.");
        }
        double percent = Figures.rounded(100 * share);
        String seen = subject + ": the quota of its control group throttled the agent for "
                + (percent > 0 ? "at least " : "") + bound.text(percent) + " of the steady state";
        return bound.advised(
                        percent,
                        seen,
                        "A throttled agent pauses for tens of milliseconds at a time. Raise the CPU limit of"
                                + " its container or unit, or lower the load.")
                .notedUnless(bounds.cpuVoids());
    }
}
