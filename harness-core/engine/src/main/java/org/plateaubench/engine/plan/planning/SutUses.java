// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.SutSpec;
import org.plateaubench.loader.NearestName;

/**
 * Checks how SUTs of a run file use each other: a SUT may use only existing SUTs, and there must be no cycles. Not
 * thread-safe.
 */
final class SutUses {
    private final RunSpec spec;
    private final PlanProblems problems;
    private final Map<String, Map<String, String>> uses = new LinkedHashMap<>();

    SutUses(RunSpec spec, PlanProblems problems) {
        this.spec = spec;
        this.problems = problems;
    }

    void add(String sut, Map<String, String> byParameter) {
        uses.put(sut, byParameter);
    }

    void check() {
        List<String> known = spec.suts().stream().map(SutSpec::name).toList();
        uses.forEach((sut, byParameter) -> byParameter.forEach((parameter, used) -> {
            String path = RunFileKeys.SUTS.entry(sut) + "." + parameter;
            if (!known.contains(used)) {
                problems.atValue(path, "unknown SUT '" + used + "'" + NearestName.hint(used, known));
            } else {
                checkCircle(path, sut, used);
            }
        }));
    }

    private void checkCircle(String path, String sut, String used) {
        List<String> way = new ArrayList<>();
        if (leads(used, sut, way, new LinkedHashSet<>())) {
            problems.atValue(
                    path,
                    used.equals(sut)
                            ? "names the SUT itself"
                            : "goes round in a circle: " + sut + " uses " + String.join(", which uses ", way)
                                    + ", so that none of them can be started first");
        }
    }

    /** Whether one SUT uses another, directly or indirectly; records the path, including both ends. */
    private boolean leads(String from, String to, List<String> way, Set<String> seen) {
        way.add(from);
        if (from.equals(to)) {
            return true;
        }
        if (seen.add(from)) {
            for (String next : uses.getOrDefault(from, Map.of()).values()) {
                if (leads(next, to, way, seen)) {
                    return true;
                }
            }
        }
        way.removeLast();
        return false;
    }
}
