// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a run as given.
 *
 * @param agents their names; null when they are not valid
 * @param broker URL of the broker that they are connected to; null for agents that the run starts on its own host
 * @param credentials file of the controller's credentials for the broker; null without one
 */
public record RigSpec(
        @Nullable List<String> agents,
        @Nullable String broker,
        @Nullable String credentials) {
    private static final String LOCAL = "local";
    private static final Pattern LOCAL_NAME = Pattern.compile(LOCAL + "(-\\d+)?");

    public RigSpec {
        agents = agents == null ? null : List.copyOf(agents);
    }

    /** The names of so many agents on the controller's host. */
    public static List<String> local(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> LOCAL + "-" + i).toList();
    }

    /** Whether an agent of this name runs on the controller's host, and reads its clock. */
    public static boolean isLocal(String agent) {
        return LOCAL_NAME.matcher(agent).matches();
    }
}
