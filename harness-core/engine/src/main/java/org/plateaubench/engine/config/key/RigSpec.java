// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.AgentNames;

/** The agents of a run in the run file: a number of processes on the controller's host, or agents of a broker. */
public record RigSpec(@Nullable Integer count, List<Chosen> agents, boolean onSutHosts) {
    private static final String UNKNOWN = "by-label-";

    /**
     * A choice of one agent by name, or of some agents by label.
     *
     * @param drives names of the workloads that only these agents drive; empty for agents without load that only report
     *     about their hosts; null for agents with a share of every workload that no agent names
     * @param processes programs whose processes are sampled together, as the kernel names them
     * @param controlGroups control groups that are sampled, as paths below the root of their hierarchy
     */
    public record Chosen(
            String path,
            @Nullable String name,
            Map<String, String> label,
            int count,
            @Nullable Ssh ssh,
            @Nullable List<String> drives,
            List<String> processes,
            List<String> controlGroups) {}

    /**
     * The access by which an agent is started over ssh.
     *
     * @param allow file with the digests of jars that the agent may run, or {@code any}; null if it runs none
     */
    public record Ssh(
            String to,
            @Nullable Integer port,
            String plateau,
            String credentials,
            @Nullable String allow) {}

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

    public List<Chosen> choices() {
        return agents.stream()
                .flatMap(chosen -> Collections.nCopies(chosen.count(), chosen).stream())
                .toList();
    }

    public static List<String> local(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> AgentNames.LOCAL + "-" + i)
                .toList();
    }

    public static boolean isLocal(String agent) {
        return AgentNames.isLocal(agent);
    }
}
