// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.Audit.UpperBound;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.TelemetrySample;

/** Audits the telemetry of the host of an agent in the window (measurement rule M16). */
public final class HostAudits {
    private HostAudits() {}

    private record StolenTime(double percent, String owner) {}

    /** Uses the host that lost the greatest share, because a mean would hide a single host that is short of CPU. */
    public static Audit stolen(
            List<TelemetrySample> telemetry, Set<String> hosts, @Nullable Window window, JudgeBounds bounds) {
        StolenTime stolen = window == null ? null : stolen(telemetry, hosts, window);
        UpperBound bound = new UpperBound(AuditOrRule.STOLEN_TIME, Scope.RUN, Bounds.STEAL_PERCENT, "%");
        if (stolen == null) {
            return bound.notTested(
                    "The host of the agent does not report the time that its hypervisor withheld (/proc/stat), or the"
                            + " window has no interval. Ask the operator of the host whether its CPUs are dedicated"
                            + " to it.");
        }
        String seen = "the hypervisor withheld " + bound.text(stolen.percent) + " of the CPU of " + stolen.owner + "; "
                + bound.allowed();
        return bound.audit(
                        stolen.percent,
                        seen,
                        "In the steady state " + seen
                                + " Other virtual machines ran instead (steal), and their load affects the figures."
                                + " Use a host with dedicated CPUs, or run again when the other machines are idle.")
                .notedUnless(bounds.cpuVoids());
    }

    /** The reports of agents do not name their hosts, so only the telemetry of the hosts distinguishes them. */
    private static @Nullable StolenTime stolen(List<TelemetrySample> telemetry, Set<String> hosts, Window window) {
        StolenTime greatest = null;
        OptionalDouble ofAll = meanPercent(telemetry, window, HostCpuMeter.STEAL);
        if (ofAll.isPresent()) {
            greatest = new StolenTime(ofAll.getAsDouble(), hosts.size() > 1 ? "the agents' hosts" : "the agent's host");
        }
        if (hosts.size() < 2) {
            return greatest;
        }
        Map<String, Double> means = telemetry.stream()
                .filter(point -> point.series().equals(HostTelemetry.STEAL)
                        && point.source().startsWith(HostTelemetry.SOURCE)
                        && isIn(window, point))
                .collect(Collectors.groupingBy(
                        point -> point.source().substring(HostTelemetry.SOURCE.length()),
                        Collectors.averagingDouble(TelemetrySample::value)));
        for (String host : new TreeSet<>(hosts)) {
            Double mean = means.get(host);
            double percent = mean == null ? -1 : Figures.rounded(100 * mean);
            if (mean != null && (greatest == null || percent > greatest.percent)) {
                greatest = new StolenTime(percent, "host " + host);
            }
        }
        return greatest;
    }

    private static boolean isIn(Window window, TelemetrySample point) {
        return point.runNanos() > window.startNanos() && point.runNanos() <= window.endNanos();
    }

    public static OptionalDouble meanPercent(List<TelemetrySample> telemetry, Window window, String series) {
        OptionalDouble share = telemetry.stream()
                .filter(point -> point.source().equals(HostCpuMeter.SOURCE)
                        && point.series().equals(series))
                .filter(point -> isIn(window, point))
                .mapToDouble(TelemetrySample::value)
                .average();
        return share.isPresent() ? OptionalDouble.of(Figures.rounded(100 * share.getAsDouble())) : share;
    }
}
