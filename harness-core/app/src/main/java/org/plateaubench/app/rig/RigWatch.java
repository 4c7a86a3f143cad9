// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Roster;
import org.plateaubench.rig.Roster.AgentStatus;

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
                .map(one -> SeenAgent.of(one, leases.getOrDefault(one.agent(), "")))
                .toList();
    }

    /** Like {@link #agents}, but without the controllers that use them, so that the broker is not queried. */
    public List<SeenAgent> heard() {
        return roster.agents().stream().map(one -> SeenAgent.of(one, "")).toList();
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
                                    ? agent.has(choice.label())
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
        String wanted = "The rig wants " + choice.count() + (choice.count() == 1 ? " agent" : " agents")
                + " with the label " + SeenAgent.shown(choice.label()) + " (" + choice.path() + ") besides the others;";
        String heard = all.stream()
                .map(agent -> agent.name()
                        + (agent.labels().isEmpty() ? "" : " (" + SeenAgent.shown(agent.labels()) + ")")
                        + (agent.problem().isEmpty() ? "" : ", which cannot be used"))
                .collect(Collectors.joining("; "));
        return wanted + " " + matching.size() + (matching.size() == 1 ? " has" : " have") + " it. "
                + (all.isEmpty() ? "No agent has sent a message." : "Heard: " + heard + ".");
    }

    @Override
    public void close() {
        roster.close();
    }
}
