// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.BoundedFile;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;

/**
 * What a run was made with: Plateau and the plugins of its workloads and SUT services, each with its version, by their
 * names; the digest of Plateau's jars is apart, since earlier runs do not have it. Nothing of a run is trusted.
 */
final class RunSoftware {
    private static final int SHOWN_DIGITS = 12;
    private static final int MOST_CHARACTERS = 200;
    private static final int MOST_BYTES = 16 << 20;

    private RunSoftware() {}

    /** The versions by name, null when the run has stored no environment. */
    static @Nullable Map<String, String> of(StoredRun run) {
        return of(run.environment(), run.plan());
    }

    /** A run of a ledger of before this was kept, with what its folder says; unchanged where that cannot be read. */
    static EndedRun filled(EndedRun run, Path runs) {
        if (run.software() != null || !run.outcome().isEvidence() || run.runId().isEmpty()) {
            return run;
        }
        RunFolder folder = RunFolder.of(runs.resolve(run.runId()));
        try {
            return run.madeWith(of(tree(folder, StoredFile.ENVIRONMENT), tree(folder, StoredFile.PLAN)));
        } catch (IOException | IllegalArgumentException e) {
            return run;
        }
    }

    private static Map<String, Object> tree(RunFolder folder, StoredFile file) throws IOException {
        return Documents.parse(BoundedFile.text(folder.file(file), MOST_BYTES));
    }

    /** Like {@link #of(StoredRun)}, from two files of a run. */
    static @Nullable Map<String, String> of(Map<String, Object> environment, Map<String, Object> plan) {
        if (!(environment.get("plateau") instanceof Map<?, ?> plateau)) {
            return null;
        }
        Map<String, String> software = new TreeMap<>();
        software.put("Plateau", text(plateau.get("version"), ""));
        if (plateau.get("digest") instanceof String digest) {
            software.put("jars of Plateau", digest.substring(0, Math.min(SHOWN_DIGITS, digest.length())));
        }
        Set<String> used = values(plan.get("workloads"), "plugin");
        Set<String> services = values(plan.get("suts"), "service");
        for (Map<?, ?> plugin : Documents.mappings(environment.get("plugins"))) {
            String id = String.valueOf(plugin.get("id"));
            if (used.contains(id)
                    || (plugin.get("services") instanceof List<?> own
                            && own.stream().anyMatch(service -> services.contains(String.valueOf(service))))) {
                software.put(
                        "plugin " + id, text(plugin.get("version"), digest(Documents.mappings(plugin.get("jars")))));
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

    private static Set<String> values(@Nullable Object list, String key) {
        Set<String> values = new TreeSet<>();
        Documents.mappings(list).forEach(element -> values.add(String.valueOf(element.get(key))));
        return values;
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
