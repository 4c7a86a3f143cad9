// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.Sha256;

/**
 * Computes a digest of a stored plan that is equal for plans whose runs are comparable. It is stored in ledgers and
 * results of studies and compared with digests of runs. Pure functions.
 */
public final class PlanDigest {
    private static final String WORKLOADS = "workloads";
    private static final String SHARES = "shares";

    private static final Set<String> LEFT_OUT_OF_WORKLOADS = Set.of("dataSeed", "parts", SHARES);

    private PlanDigest() {}

    /**
     * The SHA-256 digest of a stored plan, whose keys are sorted, without minor keys and agents; 64
     * lower-case hexadecimal digits.
     */
    public static String of(Map<String, Object> plan) {
        Map<String, Object> rest = new TreeMap<>(plan);
        rest.keySet().removeAll(Differences.MINOR_OF_A_PLAN);
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
