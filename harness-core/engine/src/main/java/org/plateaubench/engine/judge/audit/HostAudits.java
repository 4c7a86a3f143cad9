// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.wire.TelemetrySample;

/** Audits the telemetry of the host of an agent in the window (measurement rule M16). */
public final class HostAudits {
    private HostAudits() {}

    /** Audits the CPU that the hypervisor withheld. */
    public static Audit stolen(List<TelemetrySample> telemetry, @Nullable Window window, JudgeBounds bounds) {
        OptionalDouble stolen =
                window == null ? OptionalDouble.empty() : meanPercent(telemetry, window, HostCpuMeter.STEAL);
        UpperBound bound = new UpperBound(Rule.STOLEN_TIME, Scope.RUN, Bounds.STEAL_PERCENT, "%");
        if (stolen.isEmpty()) {
            return bound.notTested(
                    "The host of the agent does not report the time that its hypervisor withheld (/proc/stat), or the"
                            + " window has no interval. Ask the operator of the host whether its CPUs are dedicated"
                            + " to it.");
        }
        double percent = stolen.getAsDouble();
        String seen = "the hypervisor withheld " + Figures.text(percent, "%") + " of the CPU of the agent's host; "
                + bound.allowed();
        return bound.audit(
                        percent,
                        seen,
                        "In the steady state " + seen
                                + " Other virtual machines ran instead (steal), and their load affects the figures."
                                + " Use a host with dedicated CPUs, or run again when the other machines are idle.")
                .notedUnless(bounds.cpuVoids());
    }

    /** The mean of the samples whose interval ended in the window, in percent. */
    public static OptionalDouble meanPercent(List<TelemetrySample> telemetry, Window window, String series) {
        OptionalDouble share = telemetry.stream()
                .filter(point -> point.source().equals(HostCpuMeter.SOURCE)
                        && point.series().equals(series))
                .filter(point -> point.runNanos() > window.startNanos() && point.runNanos() <= window.endNanos())
                .mapToDouble(TelemetrySample::value)
                .average();
        return share.isPresent() ? OptionalDouble.of(Figures.rounded(100 * share.getAsDouble())) : share;
    }
}
