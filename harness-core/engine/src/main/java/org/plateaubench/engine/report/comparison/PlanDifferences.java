// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.Sha256;

/** Finds the differences between plans. A difference common to all tiles is reported once. Pure functions. */
public final class PlanDifferences {
    private static final Pattern OF_A_TILE = Pattern.compile("(suts|workloads)\\[(\\d+)/([^\\]]+)\\](.*)");
    /** Keys that name the run, seed its draws, or follow from the rest of the plan. */
    static final Set<String> MINOR = Set.of("schema", "name", "description", "seed", "class", "classReasons", "notes");

    private static final Pattern MINOR_OF_A_WORKLOAD =
            Pattern.compile("workloads\\[[^\\]]*\\]\\.(dataSeed|(parts|shares)\\[.*)");

    private PlanDifferences() {}

    public static List<Difference> of(List<Map<String, Object>> plans) {
        Map<String, Set<Integer>> tiles = new TreeMap<>();
        plans.forEach(plan -> tilesOf(plan, tiles));
        List<Difference> marked = new ArrayList<>();
        for (Difference found : TreeDifferences.of(plans)) {
            boolean minor = MINOR.contains(found.path())
                    || MINOR_OF_A_WORKLOAD.matcher(found.path()).matches();
            marked.add(new Difference(found.path(), minor, found.values()));
        }
        return TreeDifferences.ordered(overTiles(marked, tiles));
    }

    private static void tilesOf(Map<String, Object> plan, Map<String, Set<Integer>> tiles) {
        for (String list : List.of("suts", "workloads")) {
            if (plan.get(list) instanceof List<?> elements) {
                for (Object element : elements) {
                    if (element instanceof Map<?, ?> map && map.get("tile") instanceof Number tile) {
                        tiles.computeIfAbsent(list + "/" + map.get("name"), key -> new TreeSet<>())
                                .add(tile.intValue());
                    }
                }
            }
        }
    }

    private record Same(String list, String name, String rest, Difference difference) {}

    private static List<Difference> overTiles(List<Difference> differences, Map<String, Set<Integer>> tiles) {
        Map<Object, Set<Integer>> folded = new LinkedHashMap<>();
        for (Difference difference : differences) {
            Matcher path = OF_A_TILE.matcher(difference.path());
            if (path.matches()) {
                Difference anywhere = new Difference("", difference.minor(), difference.values());
                Same same = new Same(path.group(1), path.group(3), path.group(4), anywhere);
                folded.computeIfAbsent(same, key -> new TreeSet<>()).add(Integer.valueOf(path.group(2)));
            } else {
                folded.put(difference, Set.of());
            }
        }
        List<Difference> result = new ArrayList<>();
        folded.forEach((key, itsTiles) -> {
            if (key instanceof Same same) {
                boolean everywhere = itsTiles.equals(tiles.get(same.list + "/" + same.name));
                String element = (everywhere ? "" : ranges(itsTiles) + "/") + same.name;
                result.add(new Difference(
                        same.list + "[" + element + "]" + same.rest,
                        same.difference.minor(),
                        same.difference.values()));
            } else if (key instanceof Difference difference) {
                result.add(difference);
            }
        });
        return result;
    }

    /** {@code 1-3,5} for 1, 2, 3 and 5. */
    public static String ranges(Set<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        Integer from = null;
        Integer last = null;
        for (Integer number : numbers) {
            if (last != null && number == last + 1) {
                last = number;
                continue;
            }
            append(text, from, last);
            from = number;
            last = number;
        }
        append(text, from, last);
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable Integer from, @Nullable Integer to) {
        if (from != null && to != null) {
            text.append(text.isEmpty() ? "" : ",").append(from);
            text.append(from.equals(to) ? "" : "-" + to);
        }
    }

    /**
     * Computes a digest of a stored plan that is equal for plans whose runs are comparable. It is stored in ledgers and
     * results of studies and compared with digests of runs. Pure functions.
     */
    public static final class PlanDigest {
        private static final String WORKLOADS = "workloads";
        private static final String SHARES = "shares";
        /** What agents sample of their hosts, which changes nothing of the load. */
        private static final String OBSERVERS = "observers";

        private static final Set<String> LEFT_OUT_OF_WORKLOADS = Set.of("dataSeed", "parts", SHARES);

        private PlanDigest() {}

        /**
         * The SHA-256 digest of a stored plan, whose keys are sorted, without minor keys, agents and observers; 64
         * lower-case hexadecimal digits.
         */
        public static String of(Map<String, Object> plan) {
            Map<String, Object> rest = new TreeMap<>(plan);
            rest.keySet().removeAll(PlanDifferences.MINOR);
            rest.remove(OBSERVERS);
            rest.computeIfPresent(
                    WORKLOADS,
                    (key, workloads) -> Documents.mappings(workloads).stream()
                            .map(PlanDigest::withoutMinor)
                            .toList());
            return HexFormat.of().formatHex(Sha256.of(Documents.line(rest)));
        }

        /** The names of the agents that have users of a workload, in order. */
        public static Set<String> agents(Map<String, Object> plan) {
            Set<String> names = new TreeSet<>();
            Documents.mappings(plan.get(WORKLOADS))
                    .forEach(workload -> Documents.mappings(workload.get(SHARES)).stream()
                            .filter(share -> share.get("users") instanceof Number users && users.longValue() > 0)
                            .forEach(share -> names.add(String.valueOf(share.get("agent")))));
            return names;
        }

        private static Object withoutMinor(Map<?, ?> workload) {
            Map<String, @Nullable Object> rest = new TreeMap<>();
            workload.forEach((key, value) -> rest.put(String.valueOf(key), value));
            rest.keySet().removeAll(LEFT_OUT_OF_WORKLOADS);
            return rest;
        }
    }
}
