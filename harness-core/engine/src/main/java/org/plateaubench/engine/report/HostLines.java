// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.measure.host.HostTelemetry;

/** Writes a sentence about each host in the steady state. Stateless; any thread. */
final class HostLines {
    private HostLines() {}

    static List<String> of(List<HostResult> hosts) {
        List<String> lines = new ArrayList<>();
        for (HostResult host : hosts) {
            Double cost = host.costCores();
            lines.add("Host " + host.host()
                    + (host.drivesLoad() ? "" : ", without load" + by(host)) + ": " + cpu(host)
                    + (cost == null ? "" : "; its telemetry cost " + Figures.text(100 * cost, "%") + " of a core")
                    + (host.holes().isEmpty() ? "" : "; not sampled all the time")
                    + ".");
        }
        return lines;
    }

    private static String by(HostResult host) {
        return host.agent().isEmpty() ? "" : " (agent " + host.agent() + ")";
    }

    private static String cpu(HostResult host) {
        return host.stretches().getFirst().series().stream()
                .filter(one -> one.name().equals(HostTelemetry.CPU))
                .findFirst()
                .map(one -> "CPU mean " + percent(one.mean()) + ", p95 " + percent(one.p95()) + ", most "
                        + percent(one.max()) + " of all cores")
                .orElse("no CPU was sampled");
    }

    private static String percent(double share) {
        return Figures.text(100 * share, "%");
    }
}
