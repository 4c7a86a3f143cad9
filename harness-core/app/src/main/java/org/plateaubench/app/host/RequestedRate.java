// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.ExpectedRate;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.spi.SutContext;

/** Compares the load that a plan requests of each host with the rate that its calibration allows. */
public final class RequestedRate {
    private final RunPlan plan;

    public RequestedRate(RunPlan plan) {
        this.plan = plan;
    }

    /** Whether any workload requests a rate that does not depend on the answers of the SUT. */
    public boolean isKnown() {
        return plan.workloads().stream().anyMatch(workload -> perSecond(workload) > 0);
    }

    /** A host with agents; a null name is the controller's host, which embedded SUTs share. */
    public record Host(@Nullable String name, CalibratedRate rate) {}

    /** A load above the calibrated rate of a host: the workload that requests most of it, and a sentence about it. */
    public record Excess(String workload, String sentence) {}

    /** The greatest excess over the calibrated rate of a host; null if there is none. */
    public @Nullable Excess excess(Map<String, Host> hostsByAgent) {
        Excess excess = null;
        double worst = 1;
        for (Host host : Set.copyOf(hostsByAgent.values())) {
            Map<String, Double> requested = new TreeMap<>();
            double used = 0;
            for (PlannedWorkload workload : plan.workloads()) {
                double perSecond = perSecond(workload) * share(workload, hostsByAgent, host);
                double most = host.rate()
                        .perSecond(workload.execution(), workload.load().depth(), hasSut(host));
                if (perSecond > 0 && most > 0) {
                    requested.merge(workload.name(), perSecond, Double::sum);
                    used += perSecond / most;
                }
            }
            if (used > worst) {
                worst = used;
                excess = excess(host, requested, used);
            }
        }
        return excess;
    }

    private static Excess excess(Host host, Map<String, Double> requested, double used) {
        double all =
                requested.values().stream().mapToDouble(Double::doubleValue).sum();
        String workload = requested.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        return new Excess(
                workload,
                "requests, with all workloads, " + Figures.text(Figures.rounded(all)) + " operations per second of "
                        + (host.name() == null ? "this host" : "host " + host.name())
                        + ", whose calibrated rate for them is "
                        + Figures.text(CalibratedRate.roundedDown(all / used))
                        + ": lower the load, add agents on other hosts, calibrate the idle host again (./plateau"
                        + " calibrate), or run it nevertheless with --force");
    }

    private boolean hasSut(Host host) {
        return host.name() == null && plan.suts().stream().anyMatch(sut -> sut.mode() == SutContext.Mode.EMBEDDED);
    }

    private static double share(PlannedWorkload workload, Map<String, Host> hostsByAgent, Host host) {
        double all = 0;
        double ofHost = 0;
        for (AgentShare share : workload.drivingShares()) {
            double part = workload.load() instanceof Load.Open ? share.lanes() : share.users();
            all += part;
            ofHost += host.equals(hostsByAgent.get(share.agent())) ? part : 0;
        }
        return all == 0 ? 0 : ofHost / all;
    }

    /** The operations per second that a workload requests at its highest level; 0 for a load that waits for answers. */
    private static double perSecond(PlannedWorkload workload) {
        ExpectedRate rate = ExpectedRate.of(workload);
        if (rate == null) {
            // Each unit has one operation at least.
            return workload.load() instanceof Load.Open open ? open.ratePerSecond() : 0;
        }
        return rate.isBound() ? 0 : rate.operationsPerSecond();
    }
}
