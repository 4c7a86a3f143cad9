// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.plateaubench.engine.run.agent.PlannedFigures.require;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.TelemetrySample;

/**
 * The agents that send telemetry of SUTs, by scope such as {@code sut/db}: those that sample its sources, and those
 * that received its process ids and report their processor time. If a scope is missing, its agents are unknown, and any
 * agent that drives load may send it. Immutable.
 *
 * @param sources agents that sample the sources of a SUT
 * @param processes agents that sample the processes of a SUT
 */
public record SutReaders(Map<String, Set<String>> sources, Map<String, Set<String>> processes) {
    /** The prefix of the scopes of SUTs. */
    static final String SUT = "sut/";

    public SutReaders {
        sources = Map.copyOf(sources);
        processes = Map.copyOf(processes);
    }

    /**
     * Collects the agents from the events of a run, for its resumption.
     */
    public static final class Recorded {
        private final Map<String, Set<String>> sources = new HashMap<>();

        /** Creates the readers of a run of which no event was read. */
        public Recorded() {}

        /** Adds the details of an event of a source. */
        public void take(String scope, EventDetails.SourceRead read) {
            if (read.agents() != null) {
                sources.put(scope, Set.copyOf(read.agents()));
            }
        }

        /**
         * Records that no agent reads SUTs that were not started.
         *
         * @param started scopes of the SUTs that were started
         */
        public void started(RunPlan plan, Set<String> started) {
            for (PlannedSut sut : plan.suts()) {
                if (!started.contains(scope(plan, sut))) {
                    sources.putIfAbsent(scope(plan, sut), Set.of());
                }
            }
        }

        /** The agents of each scope, as far as they were recorded. */
        public SutReaders readers() {
            return new SutReaders(sources, Map.of());
        }
    }

    /** The scope of a SUT in events and telemetry. */
    public static String scope(RunPlan plan, PlannedSut sut) {
        return SUT + (plan.tiles() == 1 ? "" : sut.tile() + "/") + sut.name();
    }

    /**
     * Refuses a sample of a SUT that another agent reads.
     *
     * @throws RefusedMessageException with what the agent sent, to follow "since it sent"
     */
    void check(String agent, TelemetrySample sample) throws RefusedMessageException {
        boolean mayBeOfProcesses = sample.isOfSutProcesses() && isAmong(processes, sample, agent);
        if (!mayBeOfProcesses && !isAmong(sources, sample, agent)) {
            Set<String> reading = new TreeSet<>(sources.getOrDefault(sample.source(), Set.of()));
            String who = reading.isEmpty()
                    ? "no agent reads"
                    : reading.size() == 1
                            ? "agent " + reading.iterator().next() + " reads"
                            : "agents " + String.join(", ", reading) + " read";
            require(
                    false,
                    "telemetry of SUT " + ShownText.of(sample.source().substring(SUT.length())) + ", which " + who);
        }
    }

    private static boolean isAmong(Map<String, Set<String>> readers, TelemetrySample sample, String agent) {
        Set<String> known = readers.get(sample.source());
        return known == null || known.contains(agent);
    }
}
