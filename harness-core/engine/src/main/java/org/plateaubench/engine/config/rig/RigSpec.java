// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.rig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.AgentNames;

/**
 * The agents of a run as they are described in the run file: a number of processes on the controller's host, or agents
 * of a broker.
 *
 * @param count number of processes on the controller's host, 1 to 64; null when agents of a broker are given
 * @param broker address of the broker, null when only the credentials of the run contain it
 * @param agents agents of a broker in the order of the file; empty when processes of this host are given, or no value
 *     is valid
 * @param onSutHosts whether an agent may drive load on the host of a SUT
 * @param telemetry agents of a broker that drive no load and only observe their hosts
 * @param telemetryByLabel the same, by labels: all agents that have them when the run is planned
 * @param perAgent whether the result has the figures of single agents
 */
public record RigSpec(
        @Nullable Integer count,
        @Nullable String broker,
        List<Chosen> agents,
        boolean onSutHosts,
        List<Observer> telemetry,
        List<ObserversByLabel> telemetryByLabel,
        boolean perAgent) {
    /** Any workload, in the list of workloads that an agent drives. */
    public static final String ANY = "*";

    private static final String UNKNOWN = "by-label-";

    public RigSpec {
        agents = List.copyOf(agents);
        telemetry = List.copyOf(telemetry);
        telemetryByLabel = List.copyOf(telemetryByLabel);
    }

    /** The same rig with the given agents that only observe, in place of those chosen by name or label. */
    public RigSpec observing(List<Observer> observers) {
        return new RigSpec(count, broker, agents, onSutHosts, observers, telemetryByLabel, perAgent);
    }

    /**
     * All agents that have some labels, which only observe their hosts.
     *
     * @param label labels that an agent must have
     * @param processes as of {@link Observer}
     * @param controlGroups as of {@link Observer}
     */
    public record ObserversByLabel(
            String path, Map<String, String> label, List<String> processes, List<String> controlGroups) {
        public ObserversByLabel {
            label = Collections.unmodifiableMap(new TreeMap<>(label));
            processes = List.copyOf(processes);
            controlGroups = List.copyOf(controlGroups);
        }
    }

    /** The value of the key {@code telemetry}. */
    record Observers(List<Observer> byName, List<ObserversByLabel> byLabel) {
        static final Observers NONE = new Observers(List.of(), List.of());
    }

    /**
     * An agent that drives no load and observes its host.
     *
     * @param path path of this agent in the run file
     * @param name its name at the broker
     * @param processes programs whose processes are sampled together, as the kernel names them
     * @param controlGroups control groups that are sampled, as paths below the root of their hierarchy
     * @param ssh how it is started on its host by {@code rig up}, null when it is not
     */
    public record Observer(
            String path,
            String name,
            List<String> processes,
            List<String> controlGroups,
            @Nullable Ssh ssh) {
        public Observer {
            processes = List.copyOf(processes);
            controlGroups = List.copyOf(controlGroups);
        }
    }

    /**
     * A choice of one agent by name, or of some agents by label.
     *
     * @param path path of this choice in the run file
     * @param name name of the agent, null when labels choose
     * @param label labels that an agent must have, empty when the name chooses
     * @param count number of agents, 1 for a choice by name
     * @param ssh how it is started on its host by {@code rig up}, null when it is not
     * @param drives workloads that only these agents drive, as {@code WORKLOAD} or {@code TILE/WORKLOAD}; empty for a
     *     share of all workloads that no agent names
     */
    public record Chosen(
            String path,
            @Nullable String name,
            Map<String, String> label,
            int count,
            @Nullable Ssh ssh,
            List<String> drives) {
        public Chosen {
            label = Collections.unmodifiableMap(new TreeMap<>(label));
            drives = List.copyOf(drives);
        }
    }

    /**
     * The access by which an agent is started over ssh.
     *
     * @param to destination of ssh, {@code host} or {@code user@host}
     * @param port port of ssh, null for that of its configuration
     * @param plateau folder of the installation there
     * @param credentials credentials file of the agent there
     * @param allow file with the digests of jars that the agent may run, or {@code any}; null for an agent that only
     *     observes
     */
    public record Ssh(
            String to,
            @Nullable Integer port,
            String plateau,
            String credentials,
            @Nullable String allow) {}

    /** Whether its agents are agents of a broker. */
    public boolean isOfBroker() {
        return !agents.isEmpty();
    }

    /** One name for each agent of a broker; agents by label, whose names are not known yet, are numbered. */
    public List<String> provisionalNames() {
        List<String> names = new ArrayList<>();
        int unknown = 0;
        for (Chosen chosen : agents) {
            for (int i = 0; i < chosen.count(); i++) {
                names.add(chosen.name() == null ? UNKNOWN + ++unknown : chosen.name());
            }
        }
        return names;
    }

    /** The choice of each agent of a broker, in the order of {@link #provisionalNames}. */
    public List<Chosen> choices() {
        return agents.stream()
                .flatMap(chosen -> Collections.nCopies(chosen.count(), chosen).stream())
                .toList();
    }

    /** The names of the given number of agents on the controller's host. */
    public static List<String> local(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> AgentNames.LOCAL + "-" + i)
                .toList();
    }

    /** Whether an agent of this name runs on the controller's host and so reads its clock. */
    public static boolean isLocal(String agent) {
        return AgentNames.isLocal(agent);
    }
}
