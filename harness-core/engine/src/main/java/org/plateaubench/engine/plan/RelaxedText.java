// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Limits that are relaxed, as reasons of a class: each a sentence of its own in plans and results, and those of a
 * workload in one sentence for people. Pure functions.
 */
public final class RelaxedText {
    private static final Pattern REASON = Pattern.compile("(.*?: )the limit ('[^']*') of (.*) is relaxed");

    private RelaxedText() {}

    /** The reason that one limit gives. */
    static String reason(String head, String limit, String line) {
        return head + "the limit '" + limit + "' of " + line + " is relaxed";
    }

    /** Reasons of a class for people: those that relaxed limits of one workload give are one, where the first was. */
    public static List<String> merged(List<String> reasons) {
        Map<String, List<String>> byWorkload = new LinkedHashMap<>();
        for (String reason : reasons) {
            Matcher relaxed = REASON.matcher(reason);
            String key = relaxed.matches() ? relaxed.group(1) : reason;
            byWorkload.computeIfAbsent(key, name -> new ArrayList<>()).add(reason);
        }
        List<String> merged = new ArrayList<>();
        byWorkload.forEach((key, members) -> {
            boolean several =
                    members.size() > 1 && REASON.matcher(members.getFirst()).matches();
            merged.add(several ? sentence(key, members) : members.getFirst());
        });
        return merged;
    }

    private static String sentence(String head, List<String> reasons) {
        Map<String, List<String>> linesByLimit = new LinkedHashMap<>();
        for (String reason : reasons) {
            Matcher relaxed = REASON.matcher(reason);
            if (relaxed.matches()) {
                linesByLimit
                        .computeIfAbsent(relaxed.group(2), limit -> new ArrayList<>())
                        .add(relaxed.group(3));
            }
        }
        return head + reasons.size() + " limits are relaxed: "
                + linesByLimit.entrySet().stream()
                        .map(limit -> limit.getKey() + " of " + String.join(", ", limit.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
