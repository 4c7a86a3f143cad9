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
 * Which agents send telemetry of which SUTs, by scope such as {@code sut/db}: those that sample its sources, and those that were given the
 * numbers of its processes, which send how much processor time these take. A scope that is missing is not known, and any agent that drives
 * load may send it. Immutable.
 *
 * @param sources agents that sample the sources of a SUT
 * @param processes agents that sample the processes of a SUT
 */
public record SutReaders(Map<String, Set<String>> sources, Map<String, Set<String>> processes) {
    /** What the scopes of SUTs begin with. */
    static final String SUT = "sut/";

    public SutReaders {
        sources = Map.copyOf(sources);
        processes = Map.copyOf(processes);
    }

    /** What the events of a run record, for its resumption. A run of an earlier version did not record who reads what. */
    public static final class Recorded {
        private final Map<String, Set<String>> sources = new HashMap<>();

        /** The readers of a run of which no event was read yet. */
        public Recorded() {}

        /** Takes the details of an event of a source. */
        public void take(String scope, EventDetails.SourceRead read) {
            if (read.agents() != null) {
                sources.put(scope, Set.copyOf(read.agents()));
            }
        }

        /**
         * No agent reads a SUT that was not started.
         *
         * @param started scopes of those that were
         */
        public void started(RunPlan plan, Set<String> started) {
            for (PlannedSut sut : plan.suts()) {
                if (!started.contains(scope(plan, sut))) {
                    sources.putIfAbsent(scope(plan, sut), Set.of());
                }
            }
        }

        /** Who reads what, as far as it was recorded. */
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
