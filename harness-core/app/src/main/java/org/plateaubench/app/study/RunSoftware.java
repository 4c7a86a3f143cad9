// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.StoredRun;

/**
 * What a run was made with: Plateau and the plugins of its workloads, each with version and digest, by their names. Pure
 * functions; nothing of a run is trusted.
 */
final class RunSoftware {
    private static final int SHOWN_DIGITS = 12;
    private static final int MOST_CHARACTERS = 200;

    private RunSoftware() {}

    /** The versions by name, null when the run has stored no environment. */
    static @Nullable Map<String, String> of(StoredRun run) {
        if (!(run.environment().get("plateau") instanceof Map<?, ?> plateau)) {
            return null;
        }
        Map<String, String> software = new TreeMap<>();
        software.put("Plateau", text(plateau.get("version"), commit(plateau.get("commit"))));
        TreeSet<String> used = new TreeSet<>();
        elements(run.plan().get("workloads")).forEach(workload -> used.add(String.valueOf(workload.get("plugin"))));
        for (Map<?, ?> plugin : elements(run.environment().get("plugins"))) {
            String id = String.valueOf(plugin.get("id"));
            if (used.contains(id)) {
                software.put("plugin " + id, text(plugin.get("version"), digest(elements(plugin.get("jars")))));
            }
        }
        return software;
    }

    /** A sentence about what is not the same in all runs; empty when they differ in nothing. */
    static String differences(List<Map<String, String>> runs) {
        Map<String, TreeSet<String>> all = new TreeMap<>();
        runs.forEach(run -> run.forEach((name, version) ->
                all.computeIfAbsent(name, key -> new TreeSet<>()).add(version)));
        List<String> differing = all.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(each -> each.getKey() + " " + String.join(" and ", each.getValue()))
                .toList();
        return differing.isEmpty()
                ? ""
                : "The runs were made with different software, which may be what their figures differ by: "
                        + String.join("; ", differing) + ".";
    }

    private static List<Map<?, ?>> elements(@Nullable Object list) {
        return list instanceof List<?> all
                ? all.stream()
                        .<Map<?, ?>>mapMulti((each, taken) -> {
                            if (each instanceof Map<?, ?> map) {
                                taken.accept(map);
                            }
                        })
                        .toList()
                : List.of();
    }

    private static String commit(@Nullable Object commit) {
        return commit == null ? "" : String.valueOf(commit);
    }

    /** A version with the digits that are shown of its digest. */
    private static String text(@Nullable Object version, String digest) {
        String text = version == null ? "" : String.valueOf(version);
        String shown = text.substring(0, Math.min(MOST_CHARACTERS, text.length()));
        return digest.isEmpty()
                ? shown
                : shown + " (" + digest.substring(0, Math.min(SHOWN_DIGITS, digest.length())) + ")";
    }

    /** One digest of all jars; empty when there are none. */
    private static String digest(List<Map<?, ?>> jars) {
        if (jars.isEmpty()) {
            return "";
        }
        TreeSet<String> lines = new TreeSet<>();
        jars.forEach(jar -> lines.add(jar.get("name") + " " + jar.get("sha256") + "\n"));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            lines.forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
