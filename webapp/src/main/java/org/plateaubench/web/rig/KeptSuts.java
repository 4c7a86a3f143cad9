// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.KeptSut;
import org.plateaubench.app.SutKeeper;
import org.plateaubench.process.HostPort;

/** The SUTs of a folder, with the actions in progress on them. Thread-safe. */
final class KeptSuts {
    private static final Pattern SECRET = Pattern.compile("(?i).*(password|passwd|secret|token|credential|key).*");

    private final Path suts;
    private final SutWork work;

    KeptSuts(Path suts, SutWork work) {
        this.suts = suts;
        this.work = work;
    }

    /** Returns all SUTs by name; not every caller may see how to log in to them. */
    List<SutRow> all(boolean maySeeAccess) throws IOException {
        // Actions are read first, so that the folder read afterwards shows the effect of those that end in between.
        Map<String, SutWork.Job> jobs = work.all();
        Map<String, KeptSut> kept = new TreeMap<>();
        KeptSut.all(suts).forEach(sut -> kept.put(sut.name(), sut));
        Map<String, String> stored = KeptSut.services(suts);
        Set<String> names = new TreeSet<>(kept.keySet());
        names.addAll(stored.keySet());
        names.addAll(jobs.keySet());
        List<SutRow> rows = new ArrayList<>();
        for (String name : names) {
            rows.add(row(name, kept.get(name), stored.getOrDefault(name, ""), jobs.get(name), maySeeAccess));
        }
        return rows;
    }

    Optional<SutRow> find(String name, boolean maySeeAccess) throws IOException {
        return all(maySeeAccess).stream().filter(row -> row.name().equals(name)).findFirst();
    }

    private SutRow row(
            String name, @Nullable KeptSut kept, String stored, SutWork.@Nullable Job job, boolean maySeeAccess)
            throws IOException {
        String service = kept != null ? kept.service() : job != null ? job.service() : stored;
        String state = state(kept, job);
        Map<String, String> properties = kept == null ? Map.of() : withoutSecrets(kept.properties());
        boolean isUp = state.equals("running") || state.equals("stopping");
        return new SutRow(
                name,
                service,
                state,
                job == null || job.isDone() || job.activity().isEmpty() ? null : job.activity(),
                job == null ? null : job.failure().orElse(null),
                address(properties),
                properties,
                kept != null && maySeeAccess && isUp ? kept.access() : List.of(),
                kept == null ? null : startedAt(name),
                kept == null || !isUp ? null : Long.valueOf(kept.keeperPid()),
                kept == null ? List.of() : kept.uses(),
                List.copyOf(logs(name).keySet()));
    }

    private @Nullable Instant startedAt(String name) {
        try {
            return Files.getLastModifiedTime(KeptSut.folder(suts, name).resolve(KeptSut.FILE))
                    .toInstant();
        } catch (IOException e) {
            // It was stopped meanwhile.
            return null;
        }
    }

    private String state(@Nullable KeptSut kept, SutWork.@Nullable Job job) throws IOException {
        // Of ended actions only failed ones are listed: an action without a failure was in progress when it was read.
        if (job != null && job.failure().isEmpty()) {
            return job.word();
        }
        if (kept != null) {
            return kept.isAlive(suts) ? "running" : "dead";
        }
        return job == null ? "stopped" : "failed";
    }

    private static Map<String, String> withoutSecrets(Map<String, String> properties) {
        Map<String, String> result = new LinkedHashMap<>(properties);
        result.keySet().removeIf(key -> SECRET.matcher(key).matches());
        return result;
    }

    private static @Nullable String address(Map<String, String> properties) {
        String url = properties.get("url");
        String host = properties.get("host");
        String port = properties.get("port");
        return url != null ? url : host != null && port != null ? HostPort.text(host, port) : properties.get("address");
    }

    /** Returns the names of the running SUTs that use a SUT. */
    List<String> usersOf(String name) throws IOException {
        List<String> users = new ArrayList<>();
        for (KeptSut kept : KeptSut.all(suts)) {
            if (kept.uses().contains(name) && kept.isAlive(suts)) {
                users.add(kept.name());
            }
        }
        return users;
    }

    /** Returns the logs of a SUT by the names that callers use. */
    Map<String, Path> logs(String name) throws IOException {
        Path folder = KeptSut.folder(suts, name);
        Map<String, Path> logs = new LinkedHashMap<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return logs;
        }
        Path real = folder.toRealPath();
        List<String> files =
                new ArrayList<>(KeptSut.find(suts, name).map(KeptSut::logs).orElse(List.of()));
        files.add(folder.resolve(SutKeeper.LOG).toString());
        for (String recorded : files) {
            Path file = Path.of(recorded);
            if (Files.isRegularFile(file)) {
                logs.putIfAbsent(real.relativize(file.toRealPath()).toString(), file);
            }
        }
        return logs;
    }

    /**
     * A SUT as the page shows it.
     *
     * @param state {@code starting, running, stopping, clearing, stopped, dead} or {@code failed}
     * @param access how a person logs in, for callers who may start SUTs
     */
    record SutRow(
            String name,
            String service,
            String state,
            @Nullable String activity,
            @Nullable String message,
            @Nullable String address,
            Map<String, String> properties,
            List<String> access,
            @Nullable Instant startedAt,
            @Nullable Long processId,
            List<String> uses,
            List<String> logs) {}
}
