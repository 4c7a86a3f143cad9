// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the reasons of a class. In plans and results each reason is a separate sentence; for display, the same reason
 * for several operations of a workload becomes one sentence. Pure functions.
 */
public final class RelaxedText {
    private static final List<Pattern> SAME = List.of(
            Pattern.compile("(workload [^:]*: the limit '[^']*' of )(\\S+)( is relaxed)"),
            Pattern.compile("(workload [^:]*: the (?:pacing|timeout) of )(\\S+)( is .*)"));

    /** The greatest number of names in one sentence, and of sentences. */
    private static final int MOST = 5;

    private static final int MAX_SENTENCES = 30;

    private RelaxedText() {}

    static String reason(String head, String limit, String line) {
        return head + "the limit '" + limit + "' of " + line + " is relaxed";
    }

    private record SplitReason(String before, String name, String after) {
        static Optional<SplitReason> in(String reason) {
            return SAME.stream()
                    .map(pattern -> pattern.matcher(reason))
                    .filter(Matcher::matches)
                    .map(found -> new SplitReason(found.group(1), found.group(2), found.group(3)))
                    .findFirst();
        }

        String key() {
            return before + after;
        }
    }

    /** The reasons of a class for display: reasons that differ only in a name are merged at the place of the first. */
    public static List<String> merged(List<String> reasons) {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        for (String reason : reasons) {
            String key = SplitReason.in(reason).map(SplitReason::key).orElse(reason);
            alike.computeIfAbsent(key, same -> new ArrayList<>()).add(reason);
        }
        List<String> merged = alike.values().stream()
                .limit(MAX_SENTENCES)
                .map(RelaxedText::sentence)
                .collect(Collectors.toCollection(ArrayList::new));
        if (alike.size() > MAX_SENTENCES) {
            merged.add("and " + (alike.size() - MAX_SENTENCES) + " more");
        }
        return merged;
    }

    private static String sentence(List<String> alike) {
        Optional<SplitReason> first = SplitReason.in(alike.getFirst());
        if (alike.size() == 1 || first.isEmpty()) {
            return alike.getFirst();
        }
        List<String> names = alike.stream()
                .flatMap(reason -> SplitReason.in(reason).stream())
                .map(SplitReason::name)
                .toList();
        return first.get().before() + named(names) + first.get().after();
    }

    private static String named(List<String> names) {
        return names.size() <= MOST + 1
                ? String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast()
                : String.join(", ", names.subList(0, MOST)) + " and " + (names.size() - MOST) + " more";
    }
}
