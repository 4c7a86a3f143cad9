// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.CalibratedRate;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.rig.ClockOffset;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Presence;
import org.plateaubench.rig.Roster;
import org.plateaubench.rig.Roster.AgentStatus;
import org.plateaubench.wire.AgentNames;

/** Observes the agents of a broker, for commands and for the console, without engaging them. Thread-safe. */
public final class RigWatch implements AutoCloseable {
    private final Credentials user;
    private final Roster roster;

    private RigWatch(Credentials user, Roster roster) {
        this.user = user;
        this.roster = roster;
    }

    public static RigWatch open(Path credentials) throws IOException, InterruptedException {
        return of(Credentials.read(credentials));
    }

    static RigWatch of(Credentials user) throws IOException, InterruptedException {
        return new RigWatch(user, new Roster(user, SystemClock.instance()::nanoTime));
    }

    public String broker() {
        return user.url();
    }

    public List<SeenAgent> agents() throws IOException, InterruptedException {
        return seen(roster.agents());
    }

    private List<SeenAgent> seen(List<AgentStatus> heard) throws IOException, InterruptedException {
        Map<String, String> leases = roster.leases();
        return heard.stream()
                .map(status -> SeenAgent.of(status, leases.getOrDefault(status.agent(), "")))
                .toList();
    }

    /** Like {@link #agents}, but without the controllers that use the agents, and so without a query of the broker. */
    public List<SeenAgent> heard() {
        return roster.agents().stream().map(status -> SeenAgent.of(status, "")).toList();
    }

    /** All agents of the broker, after the time within which each running agent reports. */
    public List<SeenAgent> all() throws IOException, InterruptedException {
        return seen(roster.await(heard -> false));
    }

    /** The agents with the given names, in this order, including those that do not report in time. */
    public List<SeenAgent> named(List<String> names) throws IOException, InterruptedException {
        List<AgentStatus> heard = roster.await(reports -> reports.stream()
                .map(AgentStatus::agent)
                .collect(Collectors.toSet())
                .containsAll(names));
        Map<String, SeenAgent> seen = seen(heard).stream().collect(Collectors.toMap(SeenAgent::name, agent -> agent));
        return names.stream()
                .map(name -> seen.containsKey(name) ? seen.get(name) : SeenAgent.notHeard(name))
                .toList();
    }

    /** One agent for each of {@link RigSpec#choices}; fails when labels choose more than exist. */
    public List<SeenAgent> chosen(RigSpec rig) throws IOException, InterruptedException {
        List<RigSpec.Chosen> choices = rig.choices();
        boolean isByName = choices.stream().allMatch(choice -> choice.name() != null);
        return isByName ? named(rig.provisionalNames()) : chosen(choices, all());
    }

    /** The agents that labels choose: agents that no controller uses come first, then the order is by name. */
    static List<SeenAgent> chosen(List<RigSpec.Chosen> choices, List<SeenAgent> all) throws IOException {
        Set<String> taken = choices.stream()
                .flatMap(choice -> Stream.ofNullable(choice.name()))
                .collect(Collectors.toCollection(HashSet::new));
        List<SeenAgent> freeFirst = all.stream()
                .filter(agent -> agent.problem().isEmpty())
                .sorted(Comparator.comparing(agent -> !agent.inUseBy().isEmpty()))
                .toList();
        List<SeenAgent> result = new ArrayList<>();
        Set<String> problems = new LinkedHashSet<>();
        for (RigSpec.Chosen choice : choices) {
            String name = choice.name();
            List<SeenAgent> matching = (name == null ? freeFirst : all)
                    .stream()
                            .filter(agent -> name == null
                                    ? agent.hasLabels(choice.label())
                                    : agent.name().equals(name))
                            .toList();
            Optional<SeenAgent> found = matching.stream()
                    .filter(agent -> name != null || taken.add(agent.name()))
                    .findFirst();
            if (found.isEmpty() && name == null) {
                problems.add(tooFew(choice, matching, all));
            } else {
                result.add(found.orElseGet(() -> SeenAgent.notHeard(String.valueOf(name))));
            }
        }
        if (!problems.isEmpty()) {
            result.stream()
                    .map(SeenAgent::problem)
                    .filter(problem -> !problem.isEmpty())
                    .forEach(problems::add);
            throw new IOException(String.join(" ", problems));
        }
        return result;
    }

    private static String tooFew(RigSpec.Chosen choice, List<SeenAgent> matching, List<SeenAgent> all) {
        String needed = "The rig needs " + choice.count() + (choice.count() == 1 ? " agent" : " agents")
                + " with the label " + SeenAgent.shown(choice.label()) + " (" + choice.path() + ") besides the others;";
        String heard = all.stream()
                .map(agent -> agent.name()
                        + (agent.labels().isEmpty() ? "" : " (" + SeenAgent.shown(agent.labels()) + ")")
                        + (agent.problem().isEmpty() ? "" : ", which cannot be used"))
                .collect(Collectors.joining("; "));
        return needed + " " + matching.size() + (matching.size() == 1 ? " has" : " have") + " it. "
                + (all.isEmpty() ? "No agent has sent a message." : "Heard: " + heard + ".");
    }

    @Override
    public void close() {
        roster.close();
    }

    /**
     * An agent of a broker as a controller sees it; unknown values are empty or null.
     *
     * @param state {@code there}, {@code missing} when it has not reported for some time, or {@code not heard}
     * @param hostStart identity of the current boot of its host, to distinguish hosts with the same name
     * @param problem reason why no run of this controller can use it, a sentence
     */
    public record SeenAgent(
            String name,
            String state,
            String host,
            String hostStart,
            String version,
            Map<String, String> labels,
            List<String> addresses,
            String run,
            String inUseBy,
            @Nullable Double heardSecondsAgo,
            @Nullable Double clockBoundMs,
            @Nullable Calibrated calibration,
            String problem) {
        public static final String CONNECTED = "connected";
        public static final String MISSING = "missing";
        public static final String NOT_HEARD = "not heard";

        /**
         * The calibration of an agent's host.
         *
         * @param threadLateMs 99 of 100 waits of a platform thread ended no later than this
         * @param longestStallMs longest delay of a thread that only waits
         */
        public record Calibrated(
                Instant at, double threadLateMs, double virtualLateMs, double longestStallMs, CalibratedRate rate) {
            static Calibrated of(Instant at, Calibration measured) {
                return new Calibrated(
                        at,
                        measured.platform().p99Nanos() / Nanos.PER_MILLI,
                        measured.virtual().p99Nanos() / Nanos.PER_MILLI,
                        measured.longestStallNanos() / Nanos.PER_MILLI,
                        CalibratedRate.of(measured));
            }

            @Override
            public String toString() {
                return String.format(
                        Locale.ROOT,
                        "calibrated %s: 99 of 100 waits late by at most %.3f ms (virtual threads %.3f ms), longest stall %.3f"
                                + " ms",
                        at,
                        threadLateMs,
                        virtualLateMs,
                        longestStallMs);
            }
        }

        static SeenAgent of(AgentStatus heard, String inUseBy) {
            Presence presence = heard.presence();
            Presence known = presence == null ? new Presence(heard.agent(), "", "", 0, "", Map.of()) : presence;
            Presence.Calibrated measured = known.calibration();
            RunningHost running = known.running();
            ClockOffset.Estimate clock = known.clock();
            return new SeenAgent(
                    heard.agent(),
                    heard.isMissing() ? MISSING : CONNECTED,
                    known.host(),
                    running == null ? "" : running.start(),
                    known.version(),
                    known.labels(),
                    known.addresses(),
                    known.run(),
                    inUseBy,
                    heard.sinceLastMessage().toMillis() / 1e3,
                    clock == null ? null : Double.valueOf(clock.boundNanos() / Nanos.PER_MILLI),
                    measured == null ? null : Calibrated.of(measured.at(), measured.measured()),
                    problem(heard, known));
        }

        static SeenAgent notHeard(String name) {
            return new SeenAgent(
                    name,
                    NOT_HEARD,
                    "",
                    "",
                    "",
                    Map.of(),
                    List.of(),
                    "",
                    "",
                    null,
                    null,
                    null,
                    "Agent " + name + " has not sent a message: it is not connected to the broker, or has another name"
                            + " there.");
        }

        private static String problem(AgentStatus heard, Presence presence) {
            String name = "Agent " + heard.agent();
            Optional<String> refusal = AgentNames.refusal(heard.agent());
            if (refusal.isPresent()) {
                return refusal.get();
            }
            if (!heard.problem().isEmpty()) {
                return heard.problem();
            }
            if (heard.isMissing()) {
                return name + " has not sent a message for "
                        + heard.sinceLastMessage().toSeconds()
                        + " s: its host, its process or its connection has failed, or it is blocked.";
            }
            return presence.version().equals(Installation.version())
                    ? ""
                    : name + " has version " + presence.version() + ", this controller " + Installation.version()
                            + ": install the same Plateau on both.";
        }

        boolean hasLabels(Map<String, String> required) {
            return required.entrySet().stream()
                    .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
        }

        static String shown(Map<String, String> labels) {
            return labels.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(label -> label.getKey() + "=" + label.getValue())
                    .collect(Collectors.joining(", "));
        }

        public List<String> lines() {
            List<String> lines = new ArrayList<>();
            List<String> facts = new ArrayList<>();
            facts.add(state);
            add(facts, "host ", host);
            add(facts, "version ", version);
            add(facts, "labels ", shown(labels));
            if (heardSecondsAgo != null) {
                facts.add(String.format(Locale.ROOT, "heard %.0f s ago", heardSecondsAgo));
            }
            if (!state.equals(NOT_HEARD)) {
                facts.add(inUseBy.isEmpty() ? "free" : "in use by " + inUseBy);
            }
            add(facts, "serves run ", run);
            lines.add("agent " + name + ": " + String.join(", ", facts));
            if (clockBoundMs != null) {
                lines.add(String.format(
                        Locale.ROOT, "  clock: compared with that of the broker's host within %.3f ms", clockBoundMs));
            }
            if (calibration != null) {
                lines.add("  " + calibration);
            } else if (!state.equals(NOT_HEARD)) {
                lines.add("  not calibrated yet: ./plateau calibrate --rig does that, and each run before its load");
            }
            return lines;
        }

        private static void add(List<String> facts, String prefix, String fact) {
            if (!fact.isEmpty()) {
                facts.add(prefix + fact);
            }
        }
    }
}
