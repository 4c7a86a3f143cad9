// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.Optional;
import java.util.regex.Pattern;
import org.plateaubench.api.Names;

/**
 * The rule for names of agents. Agents of the controller's host are called {@code local}, or {@code local-1} and so on.
 * They read its clock, so their clocks are not audited. An agent of a broker must therefore have another name.
 * Stateless and thread-safe.
 */
public final class AgentNames {
    /** The name of the only agent of the controller's host; several of them are called {@code local-1} and so on. */
    public static final String LOCAL = "local";

    private static final Pattern LOCAL_NAME = Pattern.compile(LOCAL + "(-\\d+)?");

    private AgentNames() {}

    /** Whether an agent of this name runs on the controller's host, and reads its clock. */
    public static boolean isLocal(String agent) {
        return LOCAL_NAME.matcher(agent).matches();
    }

    /** The reason why an agent of a broker cannot have a name, without a full stop; empty if it can. */
    public static Optional<String> problem(String name) {
        if (!Names.isValid(name)) {
            return Optional.of("'" + name + "' is not a name: it must start with a lowercase letter and hold only"
                    + " letters, digits and hyphens");
        }
        return isLocal(name)
                ? Optional.of(
                        "'" + name + "' is reserved for agents on the controller's host. An agent that connects through"
                                + " the broker may have any name except '" + LOCAL + "' or '" + LOCAL + "-N'")
                : Optional.empty();
    }

    /** A sentence that an agent of a broker is not used because of its name, with the remedy; empty if it can be used. */
    public static Optional<String> refusal(String agent) {
        return problem(agent)
                .map(problem -> "Agent " + agent + " is not used: " + problem
                        + ". Remove it with ./plateau broker remove-agent " + agent
                        + " and add it under another name.");
    }
}
