// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.ShownText;

/**
 * Lists the plugins of an agent that differ from those of the run, with the digest of a jar on each side. Stateless;
 * any thread.
 */
public final class DifferingPlugins {
    /**
     * The greatest number of plugins that are listed, because a sentence has a bound and each plugin has two digests.
     */
    private static final int MOST_NAMED = 3;

    private static final String BETWEEN_JARS = "\\+";

    private DifferingPlugins() {}

    /**
     * The plugins that differ, such as {@code redis (in the run 5d41..., at the agent 7d79...)}.
     *
     * @param run digests of the run's plugins, by id; a digest consists of those of all jars, separated by plus signs
     * @param agent digests of the agent's plugins
     */
    public static String named(Map<String, String> run, Map<String, String> agent) {
        Set<String> differing = new TreeSet<>(run.keySet());
        differing.addAll(agent.keySet());
        differing.removeIf(id -> Objects.equals(run.get(id), agent.get(id)));
        String named = differing.stream()
                .limit(MOST_NAMED)
                .map(id -> id + " (in the run " + shown(run.get(id), agent.get(id)) + ", at the agent "
                        + shown(agent.get(id), run.get(id)) + ")")
                .collect(Collectors.joining(", "));
        // Ids and digests of the agent are untrusted text.
        return ShownText.of(
                differing.size() > MOST_NAMED ? named + " and " + (differing.size() - MOST_NAMED) + " more" : named);
    }

    /** The first jar that only one side has, and the number of others. */
    private static String shown(@Nullable String digests, @Nullable String others) {
        if (digests == null) {
            return "absent";
        }
        List<String> jars = jars(digests);
        List<String> own = new ArrayList<>(jars);
        own.removeAll(jars(others));
        if (own.isEmpty() && !jars.isEmpty() && jars(others).size() > jars.size()) {
            return "without it";
        }
        List<String> shown = own.isEmpty() ? jars : own;
        if (shown.isEmpty()) {
            return "without a digest";
        }
        return switch (shown.size()) {
            case 1 -> shown.getFirst();
            case 2 -> shown.getFirst() + " and another jar";
            default -> shown.getFirst() + " and " + (shown.size() - 1) + " other jars";
        };
    }

    private static List<String> jars(@Nullable String digests) {
        return digests == null || digests.isEmpty() ? List.of() : Arrays.asList(digests.split(BETWEEN_JARS, -1));
    }
}
