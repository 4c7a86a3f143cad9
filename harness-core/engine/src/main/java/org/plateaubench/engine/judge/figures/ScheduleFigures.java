// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The draws of a workload's schedule and the use of its users' time; not known if an interval lacks them. */
public record ScheduleFigures(
        boolean known,
        Map<Integer, Long> steadyChoices,
        Map<Integer, Long> runChoices,
        Map<Integer, Long> gapNanos,
        ScheduleInterval.Gaps freeGaps,
        Flow flow,
        Map<String, LineInterval.Counts> performed,
        Map<String, List<Evenness>> evenness) {

    /**
     * The intervals of the window, summed over agents.
     *
     * @param busySeconds time integral of the operations in flight, by these counts and by the recorder's stamps
     * @param recorded successes, refusals and errors that the recorder counted in the same intervals
     * @param longestSeconds longest of these service times and of those of the interval after the window
     * @param userChangeSeconds possible error of {@code userSeconds}, because users arrived and left between two levels
     * @param inFlight samples of the operations in flight, null when a part of the window has none
     */
    public record Flow(
            double seconds,
            long ended,
            double busySeconds,
            long recorded,
            double serviceSeconds,
            double longestSeconds,
            double userSeconds,
            double userChangeSeconds,
            double spentSeconds,
            @Nullable InFlight inFlight) {}

    /**
     * Operations in flight by the users' own state, sampled at random instants.
     *
     * @param max greatest sample, summed over agents
     * @param handBackSeconds time for which ended operations counted as in flight while the harness handled the reply
     * @param ageChangeSeconds total age of the operations in flight at the end minus that at the start
     * @param moved number of starts and ends of operations while the two edges of the window were read
     */
    public record InFlight(
            long samples,
            double mean,
            double error,
            long max,
            double handBackSeconds,
            double ageChangeSeconds,
            long moved) {}

    /** Adds up the draws of one workload's schedule over its intervals in the order of time. Not thread-safe. */
    static final class ScheduleTotals {
        private final @Nullable Window window;
        private final Map<Integer, Long> steadyChoices = new HashMap<>();
        private final Map<Integer, Long> runChoices = new HashMap<>();
        private final Map<Integer, Long> gapNanos = new HashMap<>();
        private final Map<String, LineInterval.Counts> performed = new TreeMap<>();
        private final Map<String, List<Evenness>> evenness = new TreeMap<>();
        private final Map<String, Agent> agents = new HashMap<>();
        private boolean known = true;
        private long freeGaps;
        private double drawnFreeNanos;
        private double actualFreeNanos;
        private long ended;
        private double busyNanos;
        private long recorded;
        private double serviceNanos;
        private long longestNanos;
        private double idleNanos;

        private static final class Agent {
            private double nanos;
            private double userNanos;
            private double changeNanos;
            private int users;
            private boolean isSeen;
            private boolean isInside;
            private boolean isAfter;
            private double pendingAtStart;
            private double pendingAtEnd;
            private final InFlightTotals inFlight = new InFlightTotals();
        }

        ScheduleTotals(@Nullable Window window) {
            this.window = window;
        }

        void add(StoredInterval interval, WorkloadInterval workload) {
            ScheduleInterval schedule = workload.schedule();
            ScheduleInterval.Flow flow = schedule.flow();
            evenness.computeIfAbsent(interval.agent(), name -> new ArrayList<>())
                    .addAll(schedule.evenness());
            for (LineInterval line : workload.lines()) {
                if (line.kind() == LineInterval.Kind.OPERATION) {
                    performed.merge(line.line(), line.counts(), LineInterval.Counts::plus);
                }
            }
            if (flow == null) {
                known = false;
                return;
            }
            for (ScheduleInterval.Draws draws : schedule.draws()) {
                add(draws.choices(), runChoices);
                if (draws.window().isSteady()) {
                    add(draws.choices(), steadyChoices);
                    add(draws.gapNanos(), gapNanos);
                    freeGaps += draws.freeGaps().count();
                    drawnFreeNanos += draws.freeGaps().drawnNanos();
                    actualFreeNanos += draws.freeGaps().actualNanos();
                }
            }
            add(interval, workload, flow);
        }

        private void add(StoredInterval interval, WorkloadInterval workload, ScheduleInterval.Flow flow) {
            Agent agent = agents.computeIfAbsent(interval.agent(), name -> new Agent());
            int users = workload.levels().liveUsers();
            if (window != null && window.contains(interval)) {
                double length = (double) (interval.endNanos() - interval.startNanos());
                int before = agent.isSeen ? agent.users : users;
                agent.isInside = true;
                agent.nanos += length;
                agent.userNanos += length * (before + users) / 2.0;
                agent.changeNanos += length * Math.abs(users - before) / 2.0;
                agent.pendingAtEnd = flow.pendingNanos();
                ended += flow.ended();
                busyNanos += flow.busyNanos();
                idleNanos += flow.idleNanos();
                serviceNanos += flow.errorServiceNanos();
                agent.inFlight.addInside(flow.inFlight(), length);
                addRecorded(workload);
            } else if (!agent.isInside) {
                agent.inFlight.addBefore(flow.inFlight());
                agent.pendingAtStart = flow.pendingNanos();
            } else if (!agent.isAfter) {
                // Operations that ended while the window's last interval was read are in the next interval.
                agent.isAfter = true;
                workload.lines().forEach(this::addLongest);
            }
            agent.users = users;
            agent.isSeen = true;
        }

        /** Adds the operations that ended in the interval, regardless of their intended start. */
        private void addRecorded(WorkloadInterval workload) {
            for (LineInterval line : workload.lines()) {
                if (line.kind() == LineInterval.Kind.OPERATION) {
                    Times service = line.service();
                    recorded += line.counts().ok()
                            + line.counts().declined()
                            + line.counts().errors();
                    serviceNanos += service == null ? 0 : service.sumNanos();
                    addLongest(line);
                }
            }
        }

        private void addLongest(LineInterval line) {
            if (line.kind() == LineInterval.Kind.OPERATION) {
                longestNanos = Math.max(longestNanos, Math.max(longest(line.service()), longest(line.error())));
            }
        }

        private static long longest(@Nullable Times times) {
            return times == null ? 0 : times.maxNanos();
        }

        private static void add(Map<Integer, Long> counts, Map<Integer, Long> sums) {
            counts.forEach((cell, count) -> sums.merge(cell, count, Long::sum));
        }

        ScheduleFigures figures() {
            double nanos = 0;
            double userNanos = 0;
            double changeNanos = 0;
            double pending = 0;
            for (Agent agent : agents.values()) {
                nanos = Math.max(nanos, agent.nanos);
                userNanos += agent.userNanos;
                changeNanos += agent.changeNanos;
                pending += agent.isInside ? agent.pendingAtEnd - agent.pendingAtStart : 0;
            }
            return new ScheduleFigures(
                    known && !agents.isEmpty(),
                    steadyChoices,
                    runChoices,
                    gapNanos,
                    new ScheduleInterval.Gaps(freeGaps, (long) drawnFreeNanos, (long) actualFreeNanos),
                    new ScheduleFigures.Flow(
                            nanos / 1e9,
                            ended,
                            busyNanos / 1e9,
                            recorded,
                            serviceNanos / 1e9,
                            longestNanos / 1e9,
                            userNanos / 1e9,
                            changeNanos / 1e9,
                            (busyNanos + idleNanos + pending) / 1e9,
                            InFlightTotals.figures(
                                    agents.values().stream()
                                            .filter(agent -> agent.isInside)
                                            .map(agent -> agent.inFlight)
                                            .toList(),
                                    nanos)),
                    performed,
                    evenness);
        }

        /** Adds up one agent's samples of the operations in flight of one workload. Not thread-safe. */
        static final class InFlightTotals {
            private static final ScheduleFigures.InFlight NO_SAMPLES =
                    new ScheduleFigures.InFlight(0, 0, 0, 0, 0, 0, 0);

            private boolean known = true;
            private double nanos;
            private long samples;
            private double sum;
            private double squares;
            private long max;
            private double handBackNanos;
            private double ageAtStart;
            private double ageAtEnd;
            private long movedAtStart;
            private long movedAtEnd;

            /** Adds an interval before the window, which gives the operations in flight at its start. */
            void addBefore(ScheduleInterval.@Nullable InFlight sampled) {
                ageAtStart = sampled == null ? 0 : sampled.ageNanos();
                movedAtStart = sampled == null ? 0 : sampled.moved();
            }

            void addInside(ScheduleInterval.@Nullable InFlight sampled, double lengthNanos) {
                if (sampled == null) {
                    known = false;
                    return;
                }
                nanos += lengthNanos;
                samples += sampled.samples();
                sum += sampled.sum();
                squares += sampled.squares();
                max = Math.max(max, sampled.most());
                handBackNanos += sampled.handBackNanos();
                ageAtEnd = sampled.ageNanos();
                movedAtEnd = sampled.moved();
            }

            private double mean() {
                return sum / samples;
            }

            /** The instants are random, so samples are independent of each other for given activities of users. */
            private double errorSquared() {
                double variance = Math.max(0, squares / samples - mean() * mean()) * samples / (samples - 1);
                return variance / samples;
            }

            /** The figures of several agents; null if an agent has no samples, and empty if one has fewer than two. */
            static ScheduleFigures.@Nullable InFlight figures(List<InFlightTotals> agents, double windowNanos) {
                long samples = 0;
                double mean = 0;
                double errorSquared = 0;
                long max = 0;
                double handBack = 0;
                double ageChange = 0;
                long moved = 0;
                for (InFlightTotals agent : agents) {
                    if (!agent.known) {
                        return null;
                    }
                    if (agent.samples < 2) {
                        return NO_SAMPLES;
                    }
                    double share = agent.nanos / windowNanos;
                    samples += agent.samples;
                    mean += share * agent.mean();
                    errorSquared += share * share * agent.errorSquared();
                    max += agent.max;
                    handBack += agent.handBackNanos;
                    ageChange += agent.ageAtEnd - agent.ageAtStart;
                    moved += agent.movedAtStart + agent.movedAtEnd;
                }
                return agents.isEmpty()
                        ? null
                        : new ScheduleFigures.InFlight(
                                samples, mean, Math.sqrt(errorSquared), max, handBack / 1e9, ageChange / 1e9, moved);
            }
        }
    }
}
