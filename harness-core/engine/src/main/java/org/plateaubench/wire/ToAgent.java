// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.SutAddress;

/**
 * A message from the controller to an agent. The order is: {@link PlanSlice}, each {@link FilePart}, {@link Secrets},
 * {@link SutAddresses}, {@link Prepare}, {@link Start} once every agent is ready, then at most one {@link EndSteady},
 * {@link Stop} and {@link Abort} each.
 */
public sealed interface ToAgent extends Message {

    /**
     * The agent's part of the plan, fully resolved.
     *
     * @param workloads workloads that the agent drives; an agent without any only reports about its host
     */
    record PlanSlice(
            String runId, String agent, PhaseTimes phases, long seed, long intervalNanos, List<WorkloadSlice> workloads)
            implements ToAgent {}

    /** A part of a file that workloads of the slice use, so that no message is long. A file's parts come in order. */
    record FilePart(String file, String text, boolean last) implements ToAgent {}

    /** The values of secrets, by reference such as {@code env:NAME}. Neither stored nor logged. */
    record Secrets(Map<String, String> values) implements ToAgent {
        /** Names without values. */
        @Override
        public String toString() {
            return "Secrets" + values.keySet();
        }
    }

    /** Addresses of the SUTs, by name. May hold secrets: neither stored nor logged. */
    record SutAddresses(Map<String, SutAddress> addresses) implements ToAgent {
        /** Names without values. */
        @Override
        public String toString() {
            return "SutAddresses" + addresses.values();
        }
    }

    /**
     * Instructs the agent to open the workloads and report {@link ToController.Ready}.
     *
     * @param sutProcesses processes on the agent's host whose CPU time is a SUT's, by name of the SUT
     * @param harnessProcesses processes of the controller and of all agents of the run on the agent's host, whose CPU
     *     time is not attributed to other programs
     * @param observesHost whether the agent samples its host, as one agent of each host does
     * @param processes names of processes on the agent's host that are sampled
     * @param controlGroups paths of control groups on the agent's host that are sampled
     * @param samplesSuts whether the agent takes the telemetry of SUTs, as one agent of a run does
     */
    record Prepare(
            Map<String, List<Long>> sutProcesses,
            List<Long> harnessProcesses,
            boolean observesHost,
            List<String> processes,
            List<String> controlGroups,
            boolean samplesSuts)
            implements ToAgent {}

    /**
     * Announces that ramp-up begins.
     *
     * @param originNanos start on the agent's own clock; the controller has converted it
     * @param clockHost number of the boot of the controller's host, by which an agent sees whether it shares that
     *     clock; 0 if all agents run on it
     */
    record Start(long originNanos, long clockHost) implements ToAgent {
        /** The start for an agent of the controller's own host. */
        public Start(long originNanos) {
            this(originNanos, 0);
        }
    }

    /** Ends the steady window at an instant of the run's clock; ramp-down and drain follow. */
    record EndSteady(long atNanos) implements ToAgent {}

    /** Ends issuing at an instant of the run's clock; drain follows. */
    record Stop(long atNanos) implements ToAgent {}

    /** Aborts the run: the agent releases all resources immediately. */
    record Abort(String reason) implements ToAgent {}
}
